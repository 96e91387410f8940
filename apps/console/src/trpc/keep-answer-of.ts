/**
 * Options of a question whose bounds move with time: until the next answer is here the one before stands in for it, as
 * long as it is the same that is asked. An answer about another span or another name would be taken for one about this.
 *
 * @param of what is asked, without the bounds that move.
 */
export function keepAnswerOf(of: string) {
  return {
    meta: { of },
    placeholderData: <Answer>(
      before: Answer | undefined,
      query: { readonly meta: Readonly<Record<string, unknown>> | undefined } | undefined,
    ): Answer | undefined => (query?.meta?.["of"] === of ? before : undefined),
  };
}
