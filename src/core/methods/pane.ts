import { flag, listOf, mapOf, maybe, oneOf, orElse, ratio, text, u16, u64 } from "../schema.ts";
import {
  cell,
  direction,
  environment,
  outputMatch,
  readParams,
  readSource,
  reportedState,
  rightClick,
  splitDirection,
  tokens,
} from "./kinds.ts";
import type { MethodRows } from "./row.ts";

const pane = { pane_id: text } as const;
const somePane = { pane_id: maybe(text) } as const;

const report = {
  ...pane,
  source: text,
  agent: text,
  seq: maybe(u64),
  agent_session_id: maybe(text),
  agent_session_path: maybe(text),
  resume_argv: maybe(listOf(text)),
} as const;

const link = {
  ...pane,
  viewport_row: u16,
  col: u16,
  content_revision: maybe(u64),
  offset_from_bottom: maybe(u64),
} as const;

const textsOfStates = mapOf(text);

export const PANE_METHODS: MethodRows = {
  "pane.clear": { params: pane },
  "pane.clear_agent_authority": { params: { ...pane, source: maybe(text), seq: maybe(u64) } },
  "pane.close": { params: pane },
  "pane.copy_motion": {
    params: {
      ...pane,
      cursor: cell,
      motion: oneOf(
        "line_end",
        "first_non_blank",
        "next_word_start",
        "previous_word_start",
        "next_word_end",
        "next_big_word_start",
        "previous_big_word_start",
        "next_big_word_end",
        "previous_paragraph",
        "next_paragraph",
      ),
      content_revision: maybe(u64),
    },
  },
  "pane.copy_search": {
    params: {
      ...pane,
      query: text,
      direction: oneOf("forward", "backward"),
      cursor: cell,
      content_revision: u64,
      previous: maybe(cell),
    },
  },
  "pane.current": { params: { caller_pane_id: maybe(text) } },
  "pane.edges": { params: somePane },
  "pane.edit_scrollback": { params: pane },
  "pane.focus": { params: pane },
  "pane.focus_direction": { params: { ...somePane, direction } },
  "pane.get": { params: pane },
  "pane.input.set": { params: { ...pane, right_click: rightClick } },
  "pane.layout": { params: somePane },
  "pane.link.activate": { params: link },
  "pane.link.resolve": { params: link },
  "pane.list": { params: { workspace_id: maybe(text) } },
  "pane.move": {
    params: {
      ...pane,
      destination: {
        kind: "tagged",
        tag: "type",
        variants: {
          tab: {
            tab_id: text,
            target_pane_id: maybe(text),
            split: splitDirection,
            ratio: orElse(ratio, 0.5),
          },
          new_tab: { workspace_id: maybe(text), label: maybe(text) },
          new_workspace: { label: maybe(text), tab_label: maybe(text) },
        },
      },
      focus: orElse(flag, false),
    },
  },
  "pane.neighbor": { params: { ...somePane, direction } },
  "pane.process_info": { params: somePane },
  "pane.read": { params: { ...pane, ...readParams } },
  "pane.release_agent": { params: { ...pane, source: text, agent: text, seq: maybe(u64) } },
  "pane.rename": { params: { ...pane, label: maybe(text) } },
  "pane.report_agent": { params: { ...report, state: reportedState, message: maybe(text) } },
  "pane.report_agent_session": { params: { ...report, session_start_source: maybe(text) } },
  "pane.report_metadata": {
    params: {
      ...pane,
      source: text,
      agent: maybe(text),
      applies_to_source: maybe(text),
      title: maybe(text),
      display_agent: maybe(text),
      state_labels: maybe(textsOfStates),
      tokens: maybe(tokens),
      clear_title: orElse(flag, false),
      clear_display_agent: orElse(flag, false),
      clear_state_labels: orElse(flag, false),
      seq: maybe(u64),
      ttl_ms: maybe(u64),
    },
  },
  "pane.resize": { params: { ...somePane, direction, amount: orElse(ratio, 0.05) } },
  "pane.scroll": { params: { ...pane, offset_from_bottom: u64 } },
  "pane.selection.read": {
    params: { ...pane, anchor: cell, cursor: cell, content_revision: maybe(u64) },
  },
  "pane.send_input": {
    params: { ...pane, text: orElse(text, ""), keys: maybe(listOf(text)) },
  },
  "pane.send_keys": { params: { ...pane, keys: listOf(text) } },
  "pane.send_text": { params: { ...pane, text } },
  "pane.split": {
    params: {
      workspace_id: maybe(text),
      target_pane_id: maybe(text),
      direction: splitDirection,
      ratio: orElse(ratio, 0.5),
      cwd: maybe(text),
      focus: orElse(flag, false),
      right_click: orElse(rightClick, "herdr"),
      env: maybe(environment),
    },
  },
  "pane.swap": {
    params: {
      ...somePane,
      direction: maybe(direction),
      source_pane_id: maybe(text),
      target_pane_id: maybe(text),
    },
  },
  "pane.wait_for_output": {
    params: {
      ...pane,
      source: readSource,
      lines: maybe(u64),
      match: outputMatch,
      timeout_ms: maybe(u64),
      strip_ansi: orElse(flag, true),
    },
  },
  "pane.zoom": { params: { ...somePane, mode: orElse(oneOf("toggle", "on", "off"), "toggle") } },
};
