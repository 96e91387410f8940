import type { ReactNode } from "react";
import { Button } from "./button.tsx";

/** The way through the pages of a list that begins with the newest; no buttons where there is but one page. */
export function NewestOlder(props: {
  /** The page that is shown: of what is older than this; `null`: the newest. */
  readonly before: string | null;
  /** Where the next page begins; `null`: there is none. */
  readonly nextBefore: string | null;
  readonly onTurn: (before: string | null) => void;
  /** What stands beside the buttons. */
  readonly children?: ReactNode;
}) {
  const { before, nextBefore, onTurn, children } = props;
  return (
    <div className="flex flex-wrap items-center gap-2 pt-3 empty:hidden">
      {(before !== null || nextBefore !== null) && (
        <>
          <Button disabled={before === null} onClick={() => onTurn(null)}>
            Newest
          </Button>
          <Button disabled={nextBefore === null} onClick={() => onTurn(nextBefore)}>
            Older
          </Button>
        </>
      )}
      {children}
    </div>
  );
}
