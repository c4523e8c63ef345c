/**
 * What taw knows of one kind of coding agent, one record read across (house §6; reference/agents/agents.md §0).
 * A place that would ask `kind === "claude"` lacks a field here.
 */
export interface AgentKind {
  /** herdr's label: how the kind is written in options, records, manifests and on the command line. */
  readonly kind: string;
  /** The name a person knows it by. */
  readonly label: string;
  /** Names of its process or script, lower case, without `.exe .cmd .bat .ps1 .js`; compared exactly. */
  readonly names: readonly string[];
  /** Names that carry a version or a session, told by their shape. Tested against the lower-case name. */
  readonly namePattern?: RegExp;
  /** Scripts told by where they lie in a package: the last components of the path, extension left out. */
  readonly scripts: readonly string[];
  /** Programs told by where they are installed, because their own name is a version. Tested against the path. */
  readonly pathPattern?: RegExp;
  /** What starts it from a shell. */
  readonly executable: string;
  /** What its title says of its work, as group `topic`; null where its titles say nothing of it. */
  readonly topic?: RegExp | null;
}
