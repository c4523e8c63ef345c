import { idsOf } from "./ids.ts";
import type { Ids, PaneId, TabId, WorkspaceId } from "./ids.ts";
import { focusOf } from "./world.ts";
import type { World } from "./world.ts";

/** What the person has in front: the one pane in focus, its tab, and the workspace that their client shows. */
export interface Front {
  workspace: WorkspaceId;
  tab: TabId;
  pane: PaneId;
}

/** As it is kept in `@agent_wizard_focused`. */
export const printFront = ({ workspace, tab, pane }: Front): string =>
  `${workspace} ${tab} ${pane}`;

const frontIn = ({ workspace, tab, pane }: Ids): Front | null =>
  workspace && tab && pane ? { workspace, tab, pane } : null;

export function parseFront(text: string): Front | null {
  const [workspace = "", tab = "", pane = ""] = text.split(" ");
  return frontIn(idsOf({ workspace, tab, pane }));
}

/** Null when nothing is in focus. */
export function frontOf(world: World): Front | null {
  const focus = focusOf(world);
  return focus && { workspace: focus.workspace.id, tab: focus.tab.id, pane: focus.pane.id };
}

/**
 * Follows what is in front through a batch, and tells of each change once (reference/herdr/events.md §3, "focus
 * change"): as the entries say it, where they speak of the person's own workspace and tab, and at the end as the World
 * shows it, whatever was not said.
 */
export class FrontWalk {
  /** What was told last; null when that is not known, or nothing was in front. */
  #told: Front | null;
  /** What the entries say and has not been told: the request's own events come first. */
  #due: Front | null = null;
  #hasSeen = false;
  readonly #tell: (front: Front) => void;

  constructor(told: Front | null, tell: (front: Front) => void) {
    this.#told = told;
    this.#tell = tell;
  }

  /** A tab has that pane in front: which matters when the tab is the one in front. */
  showsPane(ids: Ids): void {
    this.#hasSeen = true;
    const now = this.#now;
    if (now && ids.pane && ids.tab === now.tab) this.#is({ ...now, pane: ids.pane });
  }

  /** A workspace shows that tab: which matters when the workspace is the one in front. */
  showsTab(ids: Ids): void {
    this.#hasSeen = true;
    const shown = frontIn(ids);
    if (shown && shown.workspace === this.#now?.workspace) this.#is(shown);
  }

  /** A client shows that workspace; only of the one client that is there it is certain that it is in front. */
  showsWorkspace(ids: Ids, isOnlyClient: boolean): void {
    this.#hasSeen = true;
    const shown = frontIn(ids);
    if (shown && isOnlyClient && this.#now) this.#is(shown);
  }

  mayHaveChanged(): void {
    this.#hasSeen = true;
  }

  /** Tells what is due. */
  flush(): void {
    const due = this.#due;
    this.#due = null;
    if (due === null || isSame(due, this.#told)) return;
    this.#told = due;
    this.#tell(due);
  }

  /**
   * What is in front when the batch ends. Where what was told before is not known, it is told if an entry spoke of such
   * a change, else kept in silence.
   */
  end(now: Front | null): void {
    if (now !== null && (this.#told !== null || this.#hasSeen)) {
      this.#is(now);
      this.flush();
    }
    this.#told = now;
  }

  get #now(): Front | null {
    return this.#due ?? this.#told;
  }

  #is(front: Front): void {
    if (this.#due !== null && !isSame(this.#due, front)) this.flush();
    this.#due = front;
  }
}

/** herdr compares the workspace and the pane; the tab of a pane follows from it. */
const isSame = (one: Front, other: Front | null): boolean =>
  one.workspace === other?.workspace && one.pane === other.pane;
