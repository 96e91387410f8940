import type { Page } from "playwright-core";
import { plainSpaces } from "../../apps/console/test/plain-spaces.ts";

export interface Found {
  /** After so many clicks from the first page. */
  readonly clicks: 0 | 1;
  readonly line: string;
}

async function lineOf(page: Page, words: RegExp): Promise<string | undefined> {
  return words.exec(plainSpaces((await page.locator("main").textContent()) ?? ""))?.[0];
}

/** Walks from the first page to the app, as somebody on call does, and says where the words are. */
export async function walk(page: Page, url: string, app: string, words: RegExp): Promise<Found | undefined> {
  await page.goto(url);
  const row = page.locator(`[data-app="${app}"]`);
  await row.waitFor();
  const first = await lineOf(page, words);
  if (first !== undefined) return { clicks: 0, line: first };
  await row.getByRole("link", { name: app, exact: true }).click();
  await page.locator('[data-findings="told"]').waitFor();
  const second = await lineOf(page, words);
  return second === undefined ? undefined : { clicks: 1, line: second };
}
