import { Button } from "./button.tsx";

/** The way through the pages of a list that begins with the newest; nothing where there is but one page. */
export function NewestOlder(props: {
  /** The page that is shown: of what is older than this; `null`: the newest. */
  readonly before: string | null;
  /** Where the next page begins; `null`: there is none. */
  readonly nextBefore: string | null;
  readonly onTurn: (before: string | null) => void;
}) {
  const { before, nextBefore, onTurn } = props;
  if (before === null && nextBefore === null) return null;
  return (
    <>
      <Button disabled={before === null} onClick={() => onTurn(null)}>
        Newest
      </Button>
      <Button disabled={nextBefore === null} onClick={() => onTurn(nextBefore)}>
        Older
      </Button>
    </>
  );
}
