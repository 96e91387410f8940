import { ApiError } from "../api-error.ts";

/** Whether keys and values of records may leave the console as a file; off where they are personal data. */
export type ExportPolicy =
  | { readonly kind: "on" }
  /** Its name, as whoever runs the console knows it. */
  | { readonly kind: "off"; readonly setting: string };

/** @throws {ApiError} `switched-off` */
export function refuseWhereOff(policy: ExportPolicy): void {
  if (policy.kind === "on") return;
  throw new ApiError(
    "switched-off",
    `late drops with keys and values of records can't be saved from this console: whoever runs it has set ${policy.setting} to off`,
  );
}
