/** What the lab must know to install a real agent, point it at the scripted model, and press its keys. */
export interface LabAgent {
  /** npm packages, pinned; each agent is installed in a folder of its own. */
  packages: readonly string[];
  /** For packages whose install script wants a network of its own. */
  isInstalledWithoutScripts?: true;
  /** The command, relative to the install folder. */
  command: readonly string[];
  /** Runs behind `taw run`, so that it reports its own state inside tmux. */
  isProxied?: true;
  env(base: string): Readonly<Record<string, string>>;
  /** Settings files by path under HOME. */
  files(base: string, project: string): Readonly<Record<string, string>>;
  /** On the screen when it is ready for a prompt. */
  ready: RegExp;
  /** Keys that close what covers the start screen. */
  opening?: readonly string[];
  /** On the screen while it asks before it runs a command; null when it never asks. */
  dialog: RegExp | null;
  yes: readonly string[];
  interrupt: readonly string[];
  clear: readonly string[];
}

const json = (value: unknown): string => `${JSON.stringify(value, null, 1)}\n`;

const openAiCompatible = (base: string) => ({
  autoupdate: false,
  share: "disabled",
  provider: {
    lab: {
      npm: "@ai-sdk/openai-compatible",
      name: "Lab",
      options: { baseURL: `${base}/v1`, apiKey: "test" },
      models: {
        "mock-1": { name: "Mock One", tool_call: true, limit: { context: 200_000, output: 8192 } },
      },
    },
  },
  model: "lab/mock-1",
  small_model: "lab/mock-1",
  permission: { bash: "ask", edit: "ask", webfetch: "ask" },
});

const piModels = (base: string) => ({
  providers: {
    lab: {
      baseUrl: `${base}/v1`,
      api: "openai-completions",
      apiKey: "test",
      models: [
        {
          id: "mock-1",
          name: "Mock One",
          reasoning: false,
          input: ["text"],
          contextWindow: 200_000,
          maxTokens: 8192,
          cost: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 },
        },
      ],
    },
  },
});

const claudeKey = "test-key-0000000000000";

export const LAB_AGENTS: Readonly<Record<string, LabAgent>> = {
  claude: {
    packages: ["@anthropic-ai/claude-code@2.1.332"],
    command: ["node_modules/.bin/claude", "--permission-mode", "default"],
    isProxied: true,
    env: (base) => ({
      ANTHROPIC_BASE_URL: base,
      ANTHROPIC_API_KEY: claudeKey,
      DISABLE_AUTOUPDATER: "1",
      CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: "1",
      DISABLE_TELEMETRY: "1",
      DISABLE_ERROR_REPORTING: "1",
    }),
    files: (_base, project) => ({
      ".claude.json": json({
        hasCompletedOnboarding: true,
        lastOnboardingVersion: "99.0.0",
        theme: "dark",
        customApiKeyResponses: { approved: [claudeKey.slice(-20)], rejected: [] },
        autoUpdates: false,
        projects: {
          [project]: {
            hasTrustDialogAccepted: true,
            hasCompletedProjectOnboarding: true,
            projectOnboardingSeenCount: 4,
            allowedTools: [],
          },
        },
      }),
      ".claude/settings.json": json({ theme: "dark" }),
    }),
    ready: /❯/,
    dialog: /Do you want to proceed|This command requires approval/,
    yes: ["Enter"],
    interrupt: ["Escape"],
    clear: ["C-u"],
  },
  codex: {
    packages: ["@openai/codex@0.171.0"],
    command: ["node_modules/.bin/codex", "--no-daemon"],
    env: () => ({ MOCK_KEY: "test" }),
    files: (base, project) => ({
      ".codex/config.toml": `model = "gpt-5.1-codex"
model_provider = "lab"
approval_policy = "on-request"
sandbox_mode = "read-only"
check_for_update_on_startup = false
[analytics]
enabled = false
[model_providers.lab]
name = "Lab"
base_url = "${base}/v1"
env_key = "MOCK_KEY"
wire_api = "responses"
supports_websockets = false
[projects."${project}"]
trust_level = "trusted"
`,
    }),
    ready: /Ask Codex|shortcuts/,
    dialog: /Would you like to run the following command/,
    yes: ["y"],
    interrupt: ["Escape"],
    clear: ["C-u"],
  },
  opencode: {
    packages: ["opencode-ai@1.18.33"],
    command: ["node_modules/.bin/opencode"],
    env: () => ({
      OPENCODE_DISABLE_AUTOUPDATE: "1",
      OPENCODE_DISABLE_MODELS_FETCH: "1",
      OPENCODE_DISABLE_LSP_DOWNLOAD: "1",
    }),
    files: (base) => ({ ".config/opencode/opencode.json": json(openAiCompatible(base)) }),
    ready: /Ask anything|tab/i,
    dialog: /Permission required/,
    yes: ["Enter"],
    interrupt: ["Escape", "Escape"],
    clear: ["C-u"],
  },
  kilo: {
    packages: ["@kilocode/cli@7.7.7"],
    isInstalledWithoutScripts: true,
    command: ["node_modules/.bin/kilo"],
    env: () => ({
      KILO_DISABLE_AUTOUPDATE: "1",
      KILO_DISABLE_MODELS_FETCH: "1",
      KILO_DISABLE_LSP_DOWNLOAD: "1",
    }),
    files: (base) => ({ ".config/kilo/kilo.json": json(openAiCompatible(base)) }),
    ready: /Ask anything/,
    dialog: /Permission required/,
    yes: ["Enter"],
    interrupt: ["Escape", "Escape"],
    clear: ["C-u"],
  },
  gemini: {
    packages: ["@google/gemini-cli@0.61.0"],
    command: ["node_modules/.bin/gemini"],
    env: (base) => ({
      GOOGLE_GEMINI_BASE_URL: base,
      GEMINI_API_KEY: "test",
      GEMINI_TELEMETRY_ENABLED: "false",
    }),
    files: (_base, project) => ({
      ".gemini/settings.json": json({
        security: { auth: { selectedType: "gemini-api-key" } },
        general: { disableAutoUpdate: true, enableAutoUpdate: false },
        privacy: { usageStatisticsEnabled: false },
        telemetry: { enabled: false },
        ui: { theme: "Default" },
      }),
      ".gemini/trustedFolders.json": json({ [project]: "TRUST_FOLDER" }),
    }),
    ready: /Type your message/,
    dialog: /Allow execution of/,
    yes: ["Enter"],
    interrupt: ["Escape"],
    clear: ["C-u"],
  },
  qwen: {
    packages: ["@qwen-code/qwen-code@0.24.4"],
    command: ["node_modules/.bin/qwen"],
    env: (base) => ({
      OPENAI_BASE_URL: `${base}/v1`,
      OPENAI_API_KEY: "test",
      OPENAI_MODEL: "mock-1",
    }),
    files: () => ({
      ".qwen/settings.json": json({
        security: { auth: { selectedType: "openai" } },
        general: { disableAutoUpdate: true, enableAutoUpdate: false },
        privacy: { usageStatisticsEnabled: false },
        telemetry: { enabled: false },
        tools: { approvalMode: "default" },
        ui: { enableFollowupSuggestions: false },
      }),
    }),
    ready: /Type your message/,
    dialog: /Allow execution of/,
    yes: ["Enter"],
    interrupt: ["Escape"],
    clear: ["C-u"],
  },
  copilot: {
    packages: ["@github/copilot@1.0.102"],
    command: ["node_modules/.bin/copilot"],
    env: (base) => ({
      COPILOT_PROVIDER_BASE_URL: `${base}/v1`,
      COPILOT_PROVIDER_API_KEY: "test",
      COPILOT_MODEL: "mock-1",
      COPILOT_OFFLINE: "true",
      COPILOT_AUTO_UPDATE: "false",
    }),
    files: (_base, project) => ({
      ".copilot/config.json": json({ trusted_folders: [project], banner: "never", beep: false }),
    }),
    ready: /Interactive|help/,
    dialog: /Do you want to run this command/,
    yes: ["Enter"],
    interrupt: ["Escape", "Escape"],
    clear: ["C-u"],
  },
  pi: {
    packages: ["@earendil-works/pi-coding-agent@1.6.0"],
    command: ["node_modules/.bin/pi"],
    env: () => ({ PI_SKIP_VERSION_CHECK: "1", PI_OFFLINE: "1", PI_PROGRAM_STATUS: "1" }),
    files: (base) => ({
      ".pi/agent/models.json": json(piModels(base)),
      ".pi/agent/settings.json": json({ defaultProvider: "lab", defaultModel: "mock-1" }),
    }),
    ready: /mock-1/,
    dialog: null,
    yes: [],
    interrupt: ["Escape"],
    clear: ["C-u"],
  },
};
