import Link from "next/link";
import type { ReactNode } from "react";
import { CommandKeys } from "./command-keys-help.tsx";
import { ThemeSelect } from "./theme-select.tsx";
import { TimesMenu } from "./times-menu.tsx";

/** What every page has: the bar at the top, the way between its parts where it has some, and the main part. */
export function PageFrame({
  bar,
  parts,
  children,
}: {
  readonly bar?: ReactNode;
  readonly parts?: ReactNode;
  readonly children: ReactNode;
}) {
  return (
    <>
      <header className="sticky top-0 z-30 border-hairline border-b bg-bg">
        <div className="mx-auto flex h-12 max-w-[1440px] items-center gap-4 px-4 sm:px-6">
          <Link href="/" className="flex shrink-0 items-center gap-2 font-semibold text-13">
            <svg viewBox="0 0 20 20" width="20" height="20" aria-hidden="true">
              <path
                d="M2 13c3 0 3-6 6-6s3 6 6 6 2.5-2 4-3"
                fill="none"
                stroke="currentColor"
                strokeWidth="2"
                strokeLinecap="round"
              />
            </svg>
            <span className={bar === undefined ? "" : "max-md:sr-only"}>StoatFlow</span>
          </Link>
          {bar}
          <div className="ml-auto flex shrink-0 items-center gap-1 sm:gap-2">
            <CommandKeys />
            <TimesMenu />
            <ThemeSelect />
          </div>
        </div>
        {parts !== undefined && <div className="mx-auto max-w-[1440px] px-4 sm:px-6">{parts}</div>}
      </header>
      <main id="main" tabIndex={-1} className="mx-auto max-w-[1440px] px-4 pt-8 pb-24 outline-none sm:px-6">
        {children}
      </main>
    </>
  );
}
