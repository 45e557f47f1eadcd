import { openTerminals } from '../../bridge/answerTerminals.ts';
import type { Command } from '../../command.ts';

export const mcp: Command = {
  name: 'mcp',
  summary: 'Serve the Model Context Protocol over standard input and output, for one client.',
  usage: 'mcp [flags]',
  positionals: [0, 0],
  flags: {},
  examples: [
    'candor mcp',
    'claude mcp add candor -- candor mcp',
    'candor mcp --workspace 01900000-0000-7000-8000-000000000001',
  ],
  notes:
    'A client starts it; docs/mcp.md has the settings for Claude Desktop, VS Code and Cursor. It acts with every right in its workspace. While "candor serve" runs on the same data folder it runs there, and the same tools are at /mcp over HTTP, with API keys.',
  async run(context) {
    return context.withApp(async (app, caller) => {
      const terminals = await openTerminals(app, context);
      try {
        const { serveStdio } = await import('../../../mcp/createMcpServer.ts');
        const { terminal, signal } = context;
        await serveStdio({ app, caller, signal }, { input: terminal.input(), out: (text) => terminal.out(text) });
      } finally {
        await terminals?.close();
        context.terminal.doneReading?.();
      }
      return 0;
    });
  },
};
