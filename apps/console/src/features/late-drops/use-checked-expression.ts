"use client";

import type { ExpressionFault } from "@stoatflow/api";
import { expressionLengthMax } from "@stoatflow/api/wire";
import { skipToken, useQuery } from "@tanstack/react-query";
import { useTRPC } from "../../trpc/context.ts";

/** Whether late drops can be held against an expression. */
export type CheckedText =
  | { readonly kind: "none" }
  | { readonly kind: "checking" }
  | { readonly kind: "right" }
  | { readonly kind: "wrong"; readonly fault: ExpressionFault }
  /** It could not be asked. */
  | { readonly kind: "failed"; readonly message: string };

/** What the API says of an expression; each is asked for once. */
export function useCheckedExpression(expression: string | null): CheckedText {
  const trpc = useTRPC();
  const { data, error } = useQuery(
    trpc.lateDrops.checkExpression.queryOptions(
      expression === null || expression === ""
        ? skipToken
        : { expression: expression.slice(0, expressionLengthMax) },
      { staleTime: Number.POSITIVE_INFINITY },
    ),
  );
  if (expression === null || expression === "") return { kind: "none" };
  if (error !== null) return { kind: "failed", message: error.message };
  if (data === undefined) return { kind: "checking" };
  return data.fault === null ? { kind: "right" } : { kind: "wrong", fault: data.fault };
}
