"use client";

import { Button } from "../ui/button.tsx";
import { PageFrame } from "../ui/page-frame.tsx";

/** What is shown where a page itself fails: what happened, and a way on. */
export default function PageError({ error, reset }: { readonly error: Error; readonly reset: () => void }) {
  return (
    <PageFrame>
      <h1 className="text-20">This page has failed. The apps that it watches have not.</h1>
      <p className="py-2 font-mono text-12 text-soft">{error.message}</p>
      <Button onClick={reset}>Try again</Button>
    </PageFrame>
  );
}
