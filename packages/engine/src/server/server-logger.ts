/** The part of a pino logger that the server uses. */
export interface ServerLogger {
  info(fields: object, message: string): void;
  error(fields: object, message: string): void;
}
