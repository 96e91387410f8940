/** Why the console can't start: one line for stderr, and the exit status (2: a setting; 1: the world). */
export class StartError extends Error {
  override readonly name = "StartError";
  readonly exitStatus: 1 | 2;

  constructor(exitStatus: 1 | 2, message: string, options?: ErrorOptions) {
    super(message, options);
    this.exitStatus = exitStatus;
  }
}
