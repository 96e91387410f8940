import type { ComponentProps } from "react";

const kinds = {
  plain: "border-border bg-bg text-ink hover:bg-hover",
  strong: "border-ink bg-ink text-bg hover:opacity-90",
} as const;

/** A button. Disabled ones stay readable. */
export function Button({
  kind = "plain",
  className = "",
  ...rest
}: ComponentProps<"button"> & { readonly kind?: keyof typeof kinds }) {
  return (
    <button
      type="button"
      {...rest}
      className={`inline-flex h-8 items-center justify-center gap-2 whitespace-nowrap rounded-6 border px-3 font-medium text-13 transition-colors duration-120 disabled:cursor-default disabled:border-hairline disabled:bg-hover disabled:text-quiet ${kinds[kind]} ${className}`}
    />
  );
}
