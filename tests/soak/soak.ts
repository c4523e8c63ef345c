/** What is found wrong in a long run: nothing, when it holds. */
export interface Soak {
  readonly name: string;
  /** One line: what is run, and how often. */
  readonly about: string;
  /** Gives one sentence for each thing that went wrong. */
  run(): Promise<readonly string[]>;
}
