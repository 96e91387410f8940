/** One app as the configuration writes it: the shape of an entry, and what it takes to be an {@link AppConfig}. */
import { z } from "zod";
import type { AppConfig } from "./app-config.ts";
import { appUrl, linkFault } from "./app-url.ts";

/** The most instances of one app. */
export const instancesMax = 16;
const labelsMax = 16;
const labelKeyPattern = /^[A-Za-z0-9][A-Za-z0-9._/-]{0,62}$/;
const urlExample = "http://127.0.0.1:4001";
const idRule = "1 to 64 letters, digits, dots, hyphens and underscores, beginning with a letter or a digit";
const idPattern = /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/;

export const appEntry = z.strictObject({
  id: z.string(),
  url: z.string().optional(),
  /** One an instance, where there are several. */
  urls: z.array(z.string()).min(1).max(instancesMax).optional(),
  environment: z.string().min(1).max(64).nullish(),
  owner: z.string().min(1).max(200).nullish(),
  runbookUrl: z.string().max(2000).nullish(),
  labels: z
    .record(z.string(), z.string().max(200))
    .refine((labels) => Object.keys(labels).length <= labelsMax, `has more than ${labelsMax} labels`)
    .nullish(),
});
export type AppEntry = z.infer<typeof appEntry>;

/** What is wrong with an entry, below its own place. */
export interface EntryFault {
  readonly kind: "fault";
  /** E.g. `url` or `urls[1]`; the empty text: the entry as a whole. */
  readonly field: string;
  readonly value: unknown;
  readonly fault: string;
  readonly remedy: string;
}

export function readAppEntry(entry: AppEntry): AppConfig | EntryFault {
  const { id, environment, owner, runbookUrl, labels } = entry;
  if (!idPattern.test(id)) return fault("id", id, "is no id of an app", `use ${idRule}`);
  if ((entry.url === undefined) === (entry.urls === undefined)) {
    const what = entry.url === undefined ? "has no address" : "has both url and urls";
    return fault("", id, what, `give it a url, for example ${urlExample}, or the urls of its instances`);
  }
  const urls: string[] = [];
  for (const [i, text] of (entry.urls ?? [entry.url ?? ""]).entries()) {
    const field = entry.urls === undefined ? "url" : `urls[${i}]`;
    const address = appUrl(text);
    if (address.kind === "fault") {
      const { remedy = `write for example ${urlExample}` } = address;
      return fault(field, text, address.fault, remedy);
    }
    if (urls.includes(address.url))
      return fault(field, text, "is named twice", "give each instance an address of its own");
    urls.push(address.url);
  }
  const badLink = runbookUrl == null ? undefined : linkFault(runbookUrl);
  if (badLink !== undefined)
    return fault("runbookUrl", runbookUrl, badLink, "write for example https://runbooks.example/orders");
  const badKey = Object.keys(labels ?? {}).find((key) => !labelKeyPattern.test(key));
  if (badKey !== undefined) {
    const rule = "1 to 63 letters, digits, dots, hyphens, slashes and underscores";
    return fault("labels", badKey, "is no name of a label", `use ${rule}`);
  }
  return {
    id,
    urls,
    environment: environment ?? null,
    owner: owner ?? null,
    runbookUrl: runbookUrl ?? null,
    labels: labels ?? {},
  };
}

function fault(field: string, value: unknown, text: string, remedy: string): EntryFault {
  return { kind: "fault", field, value, fault: text, remedy };
}
