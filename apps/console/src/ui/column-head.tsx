import type { ReactNode } from "react";

/** The head of a column whose word needs more than itself: what it means is in the title. */
export function ColumnHead({
  means,
  className = "",
  children,
}: {
  readonly means: string;
  readonly className?: string;
  readonly children: ReactNode;
}) {
  return (
    <th scope="col" title={means} className={className}>
      <span className="explained">{children}</span>
    </th>
  );
}
