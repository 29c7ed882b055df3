import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import type { StdioServerParameters } from '@modelcontextprotocol/client/stdio';
import { onTestFinished } from 'vitest';
import { blocksOf, repository } from './examples.ts';

const program = join(repository, 'packages/mcp/src/main.ts');

export type Fields = Record<string, unknown>;

export interface Agent {
  readonly client: Client;
  /** The structured content of a result that must not be an error. */
  readonly use: <T = Fields>(tool: string, args: Fields) => Promise<T>;
  /** The structured content of an error. */
  readonly refused: (tool: string, args: Fields) => Promise<Fields>;
}

function agentOf(client: Client): Agent {
  const call = (name: string, args: Fields) => client.callTool({ name, arguments: args });
  return {
    client,
    use: async <T>(tool: string, args: Fields): Promise<T> => {
      const { isError, content, structuredContent } = await call(tool, args);
      if (isError) throw new Error(`${tool}: ${JSON.stringify(content)}`);
      return structuredContent as T;
    },
    refused: async (tool, args) => {
      const { isError, content, structuredContent } = await call(tool, args);
      if (!isError) throw new Error(`${tool} was not refused: ${JSON.stringify(content)}`);
      return structuredContent as Fields;
    },
  };
}

/** The server as the page of the package has it in the configuration of a client. */
export async function configuredServer(env: Record<string, string>): Promise<StdioServerParameters> {
  const [text = ''] = await blocksOf('packages/mcp/README.md', 'json');
  const { lodging } = JSON.parse(text.replaceAll('/path/to/lodging', repository)).mcpServers;
  return { ...lodging, env: { PATH: process.env['PATH'] ?? '', ...lodging.env, ...env } };
}

/** Over stdio, with what the server wrote to standard error. */
export async function agentOverStdio(
  server: StdioServerParameters,
): Promise<Agent & { readonly notes: () => string }> {
  const transport = new StdioClientTransport({ ...server, stderr: 'pipe' });
  let notes = '';
  transport.stderr?.on('data', (chunk: Buffer) => (notes += chunk.toString()));
  const client = new Client({ name: 'agent', version: '1.0.0' });
  onTestFinished(() => client.close());
  await client.connect(transport);
  return { ...agentOf(client), notes: () => notes };
}

export async function agentOverHttp(url: string, key: string): Promise<Agent> {
  const headers = { authorization: `Bearer ${key}` };
  const client = new Client({ name: 'agent', version: '1.0.0' }, { versionNegotiation: { mode: 'auto' } });
  onTestFinished(() => client.close());
  await client.connect(new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers } }));
  return agentOf(client);
}

/** A server over HTTP on a free port, without a key. The caller stops it. */
export async function startHttpServer(gatewayUrl: string, ...flags: string[]) {
  const env = { PATH: process.env['PATH'] ?? '', LODGING_URL: gatewayUrl };
  const child = spawn(process.execPath, [program, '--http', '--port', '0', ...flags], { env });
  let notes = '';
  const url = await new Promise<string>((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', () => reject(new Error(`the server ended: ${notes}`)));
    child.stderr.on('data', (chunk: Buffer) => {
      notes += chunk.toString();
      const [, ready] = /ready at (\S+)/.exec(notes) ?? [];
      if (ready !== undefined) resolve(ready);
    });
  });
  return { url, notes: () => notes, stop: () => void child.kill() };
}
