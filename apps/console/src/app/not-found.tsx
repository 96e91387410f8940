import Link from "next/link";
import { PageFrame } from "../ui/page-frame.tsx";

export default function NotFound() {
  return (
    <PageFrame>
      <h1 className="text-20">There is no such page.</h1>
      <p className="pt-2 text-soft">
        <Link href="/" className="underline">
          The list of apps
        </Link>{" "}
        leads to everything there is.
      </p>
    </PageFrame>
  );
}
