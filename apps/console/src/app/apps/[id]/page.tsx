import type { Metadata } from "next";
import { AppClient } from "./client.tsx";

interface Props {
  readonly params: Promise<{ readonly id: string }>;
}

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  return { title: decodeURIComponent((await params).id) };
}

export default async function AppPage({ params }: Props) {
  return <AppClient appId={decodeURIComponent((await params).id)} />;
}
