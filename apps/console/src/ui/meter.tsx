/** A small bar: how much of a limit is used. The numbers beside it say the same. */
export function Meter({ share, hot = false }: { readonly share: number; readonly hot?: boolean }) {
  const width = `${Math.round(Math.min(1, Math.max(0, share)) * 100)}%`;
  return (
    <span
      aria-hidden="true"
      className="meter inline-block h-1 w-10 overflow-hidden rounded-full bg-hairline align-middle"
    >
      <span className={`block h-full ${hot ? "bg-waiting" : "bg-glyph"}`} style={{ width }} />
    </span>
  );
}
