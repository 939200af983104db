/** One thing an implementation must do, as data: any test framework can run it. */
export interface ContractCase<Subject> {
  /** The part of the contract it belongs to. */
  readonly group: string;
  /** What must hold, as a sentence. */
  readonly name: string;
  /** Features it is about; an implementation without one of them skips it. */
  readonly needs?: readonly string[] | undefined;
  /** Rejects with a {@link ContractFailure} when it does not hold. */
  run(subject: Subject): Promise<void>;
}

/** An implementation broke its contract. */
export class ContractFailure extends Error {
  override readonly name: string = "ContractFailure";
}
