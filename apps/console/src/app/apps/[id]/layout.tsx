import type { ReactNode } from "react";
import type { AppPageProps } from "./app-page.ts";
import { AppClient } from "./client.tsx";

/** What all pages of an app share: its one live stream, the bar with its name, and the way between its parts. */
export default async function AppLayout({
  params,
  children,
}: AppPageProps & { readonly children: ReactNode }) {
  return <AppClient appId={decodeURIComponent((await params).id)}>{children}</AppClient>;
}
