#!/usr/bin/env node
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { createServer } from './create-server.ts';
import { serveHttp } from './serve-http.ts';
import { readSettings, SettingsError, USAGE } from './settings.ts';
import type { HttpSettings, StdioSettings } from './settings.ts';

/** Standard output belongs to the protocol. */
const log = (line: string): void => void process.stderr.write(`lodging-mcp: ${line}\n`);

async function run(settings: StdioSettings | HttpSettings): Promise<void> {
  if (settings.transport === 'stdio') {
    // Messages of errors may quote what was sent.
    serveStdio(() => createServer({ ...settings, log }), { onerror: ({ name }) => log(name) });
    return;
  }
  const { url, close } = await serveHttp(settings, log);
  log(`ready at ${url}`);
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void close());
}

try {
  await run(readSettings(process.argv.slice(2), process.env));
} catch (error) {
  if (!(error instanceof SettingsError)) throw error;
  process.stderr.write(`${error.message}\n\n${USAGE}`);
  process.exitCode = 2;
}
