import { reloadConfig } from "../reload.ts";
import { defineVerb } from "../verb.ts";

/** herdr's words for `config reload`, which is the verb of the method. */
export default defineVerb({
  path: ["server", "reload-config"],
  summary: "Read config.toml again, and tell what depends on it",
  grant: "admin",
  result: "config_reload",
  args: {},
  run: (edges) => reloadConfig(edges),
});
