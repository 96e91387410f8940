/**
 * Inputs of a procedure, made from its own schema: what it allows, and what it nearly allows.
 *
 * They are drawn from the JSON schema that zod gives of its input side, which is a documented format, where zod's own
 * inner structure is not. Of what that format can't say (a refinement, a pattern that fast-check can't follow) a value
 * may be drawn that the schema refuses: that is one more case, since no input may bring more than a typed refusal.
 */
import fc from "fast-check";
import { z } from "zod";

type JsonSchema = z.core.JSONSchema.JSONSchema;

export interface InputHints {
  /** Values that make a call meet something, by the name of the field, e.g. the id of an app that is there. */
  readonly [field: string]: readonly unknown[];
}

/**
 * Six in nine are as the schema says, but for what it can't say; the others have something wrong in them, or all. As
 * many as those six are `real` ones, where there are any: as they are, with one field as the schema has it, or with one
 * character of a text that is another.
 */
export function inputArbitrary(
  schema: z.ZodType,
  hints: InputHints,
  real: readonly object[] = [],
): fc.Arbitrary<unknown> {
  const asAllowed = drawn(z.toJSONSchema(schema, { io: "input", unrepresentable: "any" }), hints);
  const spoilt = fc
    .tuple(asAllowed, fc.nat(), fc.anything())
    .map(([input, at, junk]) => spoil(input, at, junk));
  return fc.oneof({ weight: 6, arbitrary: asAllowed }, { weight: 2, arbitrary: spoilt }, fc.anything(), {
    weight: real.length === 0 ? 0 : 6,
    arbitrary: nearReal(asAllowed, real),
  });
}

function nearReal(asAllowed: fc.Arbitrary<unknown>, real: readonly object[]): fc.Arbitrary<unknown> {
  const one = fc.constantFrom(...(real.length === 0 ? [{}] : real));
  const mixed = fc.tuple(one, asAllowed, fc.nat()).map(([input, other, at]) => mix(input, other, at));
  const mutated = fc
    .tuple(one, fc.nat(), fc.nat(), fc.string({ maxLength: 2 }))
    .map(([input, field, at, text]) => mutate(input, field, at, text));
  return fc.oneof(one, mixed, mutated);
}

function drawn(schema: JsonSchema | boolean, hints: InputHints): fc.Arbitrary<unknown> {
  if (typeof schema === "boolean") return fc.anything();
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (schema.enum !== undefined) return fc.constantFrom(...schema.enum);
  const variants = schema.anyOf ?? schema.oneOf;
  if (variants !== undefined) return fc.oneof(...variants.map((one) => drawn(one, hints)));
  switch (schema.type) {
    case "object":
      return objectOf(schema, hints);
    case "array":
      return arrayOf(schema, hints);
    case "string":
      return stringOf(schema);
    case "integer":
      return integerOf(schema);
    case "number":
      return fc.double({ ...bounds(schema), noNaN: true });
    case "boolean":
      return fc.boolean();
    case "null":
      return fc.constant(null);
    default:
      return fc.constant(undefined);
  }
}

function objectOf({ properties = {}, required = [] }: JsonSchema, hints: InputHints): fc.Arbitrary<unknown> {
  const fields: Record<string, fc.Arbitrary<unknown>> = {};
  for (const [name, schema] of Object.entries(properties)) {
    const any = drawn(schema, hints);
    const hinted = hints[name];
    fields[name] =
      hinted === undefined ? any : fc.oneof({ weight: 8, arbitrary: fc.constantFrom(...hinted) }, any);
  }
  return fc.record(fields, { requiredKeys: required });
}

function arrayOf(
  { items, minItems = 0, maxItems = 8 }: JsonSchema,
  hints: InputHints,
): fc.Arbitrary<unknown> {
  const item = items === undefined || Array.isArray(items) ? fc.anything() : drawn(items, hints);
  return fc.array(item, { minLength: minItems, maxLength: Math.max(minItems, Math.min(maxItems, 8)) });
}

function stringOf({ minLength = 0, maxLength = 300, pattern }: JsonSchema): fc.Arbitrary<unknown> {
  if (pattern !== undefined) return fc.stringMatching(new RegExp(pattern));
  return fc.string({ minLength, maxLength: Math.max(minLength, Math.min(maxLength, 300)), unit: "grapheme" });
}

function integerOf(schema: JsonSchema): fc.Arbitrary<unknown> {
  const { min = Number.MIN_SAFE_INTEGER, max = Number.MAX_SAFE_INTEGER } = bounds(schema);
  return fc.integer({ min: Math.ceil(min), max: Math.floor(max) });
}

function bounds({ minimum, maximum }: JsonSchema): { readonly min?: number; readonly max?: number } {
  return {
    ...(minimum === undefined ? {} : { min: minimum }),
    ...(maximum === undefined ? {} : { max: maximum }),
  };
}

/** One field, chosen by `at`, is `junk`, or there is one field too many. */
function spoil(input: unknown, at: number, junk: unknown): unknown {
  if (!(input instanceof Object)) return junk;
  const names = [...Object.keys(input), "surplus"];
  return { ...input, [names[at % names.length] ?? "surplus"]: junk };
}

/** One field, chosen by `at`, is as it is in `other`. */
function mix(input: object, other: unknown, at: number): unknown {
  const fields = Object.entries(Object(other));
  const field = fields[at % Math.max(1, fields.length)];
  return field === undefined ? input : { ...input, [field[0]]: field[1] };
}

/** In one of its texts, one character is `text`. */
function mutate(input: object, field: number, at: number, text: string): unknown {
  const texts = Object.entries(input).filter(
    (entry): entry is [string, string] => typeof entry[1] === "string",
  );
  const [name, value] = texts[field % Math.max(1, texts.length)] ?? [];
  if (name === undefined || value === undefined) return input;
  const cut = at % Math.max(1, value.length);
  return { ...input, [name]: value.slice(0, cut) + text + value.slice(cut + 1) };
}
