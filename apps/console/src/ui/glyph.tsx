/** Shapes that tell states apart without their colour. Each is drawn on a 12 px field in the current colour. */
const shapes = {
  dot: <circle cx="6" cy="6" r="3.5" fill="currentColor" />,
  ring: <circle cx="6" cy="6" r="3.25" fill="none" stroke="currentColor" strokeWidth="1.5" />,
  quarter: (
    <>
      <circle cx="6" cy="6" r="4.25" fill="none" stroke="currentColor" strokeWidth="1.5" />
      <path d="M6 6V2.6A3.4 3.4 0 0 1 9.4 6Z" fill="currentColor" />
    </>
  ),
  diamond: <path d="M6 1.2 10.8 6 6 10.8 1.2 6Z" fill="currentColor" />,
  dashed: (
    <circle cx="6" cy="6" r="4" fill="none" stroke="currentColor" strokeWidth="1.5" strokeDasharray="2.2 2" />
  ),
  stop: <path d="M1 6h6M4.8 3.6 7.2 6 4.8 8.4M9.6 2v8" fill="none" stroke="currentColor" strokeWidth="1.5" />,
  bars: <path d="M4 2v8M8 2v8" stroke="currentColor" strokeWidth="2" />,
  down: <path d="M1.6 3.4h8.8L6 9.6Z" fill="currentColor" />,
  back: <path d="M9.6 1.6v8.8L3.4 6Z" fill="currentColor" />,
  outline: (
    <path d="M6 2 10.6 10H1.4Z" fill="none" stroke="currentColor" strokeWidth="1.4" strokeLinejoin="round" />
  ),
  triangle: <path d="M6 1.6 11 10.4H1Z" fill="currentColor" />,
  slashed: (
    <>
      <circle cx="6" cy="6" r="4.25" fill="none" stroke="currentColor" strokeWidth="1.4" />
      <path d="M3 9 9 3" stroke="currentColor" strokeWidth="1.4" />
    </>
  ),
  half: (
    <>
      <circle cx="6" cy="6" r="4.25" fill="none" stroke="currentColor" strokeWidth="1.5" />
      <path d="M6 2.4a3.6 3.6 0 0 1 0 7.2Z" fill="currentColor" />
    </>
  ),
  crown: <path d="M1.4 3.4 4 5.9 6 2.2 8 5.9 10.6 3.4 9.8 9.8H2.2Z" fill="currentColor" />,
  cross: <path d="M2.5 2.5l7 7M9.5 2.5l-7 7" stroke="currentColor" strokeWidth="1.8" />,
} as const;

export type GlyphName = keyof typeof shapes;

/** Decoration beside a word: the word is what is read out. */
export function Glyph({ name, className = "" }: { readonly name: GlyphName; readonly className?: string }) {
  return (
    <svg viewBox="0 0 12 12" width="12" height="12" aria-hidden="true" className={`shrink-0 ${className}`}>
      {shapes[name]}
    </svg>
  );
}
