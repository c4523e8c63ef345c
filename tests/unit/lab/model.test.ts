import { expect, test } from "bun:test";
import { serveModel } from "../../lab/model/server.ts";
import { parseScript, stepsLeft } from "../../lab/model/script.ts";

test("the last line with a directive is the script", () => {
  expect(parseScript("SAY no\nRUN touch a THEN SLOW 4")).toEqual([
    { op: "RUN", command: "touch a" },
    { op: "SLOW", seconds: 4 },
  ]);
  expect(parseScript("hello")).toEqual([]);
});

test("a step whose tool result has come back is done", () => {
  const user = { role: "user", text: "RUN touch a THEN SLOW 4" } as const;
  const assistant = { role: "assistant", text: "" } as const;
  const tool = { role: "tool", text: "" } as const;
  expect(stepsLeft([user]).map((step) => step.op)).toEqual(["RUN", "SLOW"]);
  expect(stepsLeft([user, assistant, tool]).map((step) => step.op)).toEqual(["SLOW"]);
});

const ask = "RUN touch a.txt";
const shell = {
  type: "object",
  properties: { command: { type: "string" } },
  required: ["command"],
};
const requests = {
  "/x/v1/chat/completions": {
    stream: true,
    messages: [{ role: "user", content: ask }],
    tools: [{ function: { name: "bash", parameters: shell } }],
  },
  "/x/v1/responses": {
    stream: true,
    input: [{ role: "user", content: [{ type: "input_text", text: ask }] }],
    tools: [{ type: "function", name: "shell", parameters: shell }],
  },
  "/x/v1/messages": {
    stream: true,
    messages: [{ role: "user", content: [{ type: "text", text: ask }] }],
    tools: [{ name: "Bash", input_schema: shell }],
  },
  "/x/v1beta/models/m:streamGenerateContent": {
    contents: [{ role: "user", parts: [{ text: ask }] }],
    tools: [{ functionDeclarations: [{ name: "run_shell_command", parametersJsonSchema: shell }] }],
  },
};

test.each(Object.entries(requests))(
  "%s streams a call of the agent's shell tool",
  async (path, body) => {
    const model = serveModel();
    const answer = await fetch(`http://127.0.0.1:${model.port}${path}`, {
      method: "POST",
      body: JSON.stringify(body),
    });
    expect(await answer.text()).toContain("touch a.txt");
    expect(model.events.map((event) => event.what)).toEqual([
      "request",
      "first_output",
      "tool_call",
    ]);
    model.stop();
  },
);
