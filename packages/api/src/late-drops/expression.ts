/** An expression over late drops: CEL, parsed, typed and bounded before any record is held against it. */
import {
  type ASTNode,
  Environment,
  EvaluationError,
  ParseError,
  TypeError as TypeFault,
} from "@marcbachmann/cel-js";
import { ApiError } from "../api-error.ts";
import { messageOf } from "../one-line.ts";
import {
  type ExpressionFault,
  type ExpressionVariable,
  expressionVariables,
} from "../wire/late-drop-expression.ts";

/** What a person writes by hand stays far below these. */
const limits = {
  maxAstNodes: 500,
  maxDepth: 24,
  maxListElements: 100,
  maxMapEntries: 50,
  maxCallArguments: 8,
} as const;

const macros: ReadonlySet<string> = new Set(["all", "exists", "exists_one", "filter"]);

/** None of them makes more out of a record than is in it. */
const functions: ReadonlySet<string> = new Set([
  ...macros,
  ...["has", "size", "bool", "int", "double", "string", "timestamp", "duration"],
  ...["contains", "startsWith", "endsWith", "matches", "lowerAscii", "upperAscii", "trim"],
  ...["indexOf", "lastIndexOf", "substring", "split"],
]);

const environment = new Environment({ limits });
for (const [name, type] of Object.entries(expressionVariables)) environment.registerVariable(name, type);

/** An expression that can't be used. */
export class BadExpression extends ApiError {
  readonly fault: ExpressionFault;

  constructor(fault: ExpressionFault) {
    super("bad-expression", `the expression, line ${fault.line}, column ${fault.column}: ${fault.message}`);
    this.fault = fault;
  }
}

export interface Expression {
  readonly text: string;
  /** The variables that it names. */
  readonly uses: ReadonlySet<ExpressionVariable>;
  /** @throws whatever is wrong with the record; {@link faultOf} tells it. */
  isTrueOf(record: Readonly<Partial<Record<ExpressionVariable, unknown>>>): boolean;
}

/** @throws {BadExpression} with the place of what is wrong. */
export function compileExpression(text: string): Expression {
  // Each has one of its own, so that what is remembered of its types goes with it.
  const of = environment.clone();
  try {
    const parsed = of.parse(text);
    const uses = lookedThrough(parsed.ast);
    const { valid, type, error } = parsed.check();
    if (!valid) throw error;
    if (type !== "bool" && type !== "dyn") throw notTrueOrFalse(parsed.ast, type ?? "unknown");
    return {
      text,
      uses,
      isTrueOf(record) {
        const value: unknown = parsed(record);
        if (typeof value !== "boolean") throw notTrueOrFalse(parsed.ast, typeof value);
        return value;
      },
    };
  } catch (thrown) {
    throw new BadExpression(faultOf(text, thrown));
  }
}

/** What was thrown by an expression, with the place. */
export function faultOf(text: string, thrown: unknown): ExpressionFault {
  const isPlaced =
    thrown instanceof ParseError || thrown instanceof TypeFault || thrown instanceof EvaluationError;
  const message = isPlaced ? thrown.summary : messageOf(thrown);
  const { start, end } = (isPlaced ? thrown.range : undefined) ?? { start: 0, end: text.length };
  return faultAt(text, message, start, end);
}

export function faultAt(text: string, message: string, start: number, end: number): ExpressionFault {
  const offset = Math.min(start, text.length);
  const before = text.slice(0, offset);
  return {
    message: message.slice(0, 500),
    offset,
    endOffset: Math.min(Math.max(offset, end), text.length),
    line: before.split("\n").length,
    column: offset - before.lastIndexOf("\n"),
  };
}

function notTrueOrFalse(node: ASTNode, type: string): Error {
  return new TypeFault({ message: `must be true or false, and is ${type}`, node });
}

/**
 * What a small expression could make of itself beyond any bound is refused: a function that builds lists or texts, and a
 * list put together with + that a macro goes over, which doubles with each macro within.
 */
function lookedThrough(ast: ASTNode): ReadonlySet<ExpressionVariable> {
  const uses = new Set<ExpressionVariable>();
  for (const node of nodesFrom(ast)) {
    if (node.op === "id" && isVariable(node.args)) uses.add(node.args);
    if (node.op !== "call" && node.op !== "rcall") continue;
    const [name] = node.args;
    if (!functions.has(name))
      throw new TypeFault({
        message: `there is no ${name}() here; there are ${[...functions].join(", ")}`,
        node,
      });
    if (node.op !== "rcall" || !macros.has(name)) continue;
    const sum = nodesFrom(node.args[1]).find(({ op }) => op === "+");
    if (sum !== undefined)
      throw new TypeFault({ message: `${name}() can't go over what is put together with +`, node: sum });
  }
  return uses;
}

function isVariable(name: string): name is ExpressionVariable {
  return Object.hasOwn(expressionVariables, name);
}

function nodesFrom(ast: ASTNode): readonly ASTNode[] {
  const nodes: ASTNode[] = [ast];
  for (const { args } of nodes) nodes.push(...nodesIn(args));
  return nodes;
}

function nodesIn(args: unknown): readonly ASTNode[] {
  if (Array.isArray(args)) return args.flatMap(nodesIn);
  return isNode(args) ? [args] : [];
}

function isNode(value: unknown): value is ASTNode {
  return value instanceof Object && "op" in value && "args" in value;
}
