import type { Metadata } from "next";

/** What the address of a page of an app holds. */
export interface AppPageProps {
  readonly params: Promise<{ readonly id: string }>;
}

/** The title of a page of an app: its part, if it is of one, and the app. */
export function appPage(part?: string): (props: AppPageProps) => Promise<Metadata> {
  return async ({ params }) => {
    const id = decodeURIComponent((await params).id);
    return { title: part === undefined ? id : `${part} · ${id}` };
  };
}
