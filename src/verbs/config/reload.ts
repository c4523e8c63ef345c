import { reloadConfig } from "../reload.ts";
import { defineVerb } from "../verb.ts";

export default defineVerb({
  path: ["config", "reload"],
  summary: "Read config.toml again, and tell what depends on it",
  grant: "admin",
  method: "server.reload_config",
  result: "config_reload",
  args: {},
  run: (edges) => reloadConfig(edges),
});
