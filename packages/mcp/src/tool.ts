import { LodgingError } from '@lodging/client';
import type { Lodging } from '@lodging/client';
import type { CallToolResult, McpServer, ToolAnnotations } from '@modelcontextprotocol/server';
import type { z } from 'zod';
import type { KeyKind } from './key-kind.ts';
import { refusalResult, ToolRefusal } from './refusal.ts';

export interface ToolDeps {
  readonly lodging: Lodging;
  readonly kind: KeyKind;
  /** Where the payment page sends the guest, unless the call says it. */
  readonly returnUrl: string | undefined;
  /** Lines for standard error. They have no arguments and no results of a tool. */
  readonly log: (line: string) => void;
}

export interface CallContext extends ToolDeps {
  readonly signal: AbortSignal;
}

interface Answer<Output> {
  readonly structured: Output;
  /** One or two sentences for the model. */
  readonly text: string;
}

interface ToolDefinition<Input extends z.ZodObject, Output extends z.ZodObject> {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  /** A publishable key does not see the tools of secret keys. */
  readonly keys: 'any' | 'secret';
  readonly annotations: ToolAnnotations;
  readonly input: Input;
  readonly output: Output;
  call(args: z.output<Input>, context: CallContext): Promise<Answer<z.input<Output>>>;
}

export interface Tool {
  readonly name: string;
  readonly keys: 'any' | 'secret';
  register(server: McpServer, deps: ToolDeps): void;
}

export function defineTool<Input extends z.ZodObject, Output extends z.ZodObject>(
  definition: ToolDefinition<Input, Output>,
): Tool {
  const { name, keys, title, description, annotations, input, output } = definition;
  const run = async (args: z.output<Input>, context: CallContext): Promise<CallToolResult> => {
    try {
      const { structured, text } = await definition.call(args, context);
      return {
        content: [{ type: 'text', text }],
        structuredContent: structured as Record<string, unknown>,
      };
    } catch (error) {
      return failed(name, error, context);
    }
  };
  return {
    name,
    keys,
    register(server, deps) {
      const config = { title, description, annotations, inputSchema: input, outputSchema: output };
      server.registerTool<z.ZodObject, z.ZodObject>(name, config, (args, context) =>
        run(args as z.output<Input>, { ...deps, signal: context.mcpReq.signal }),
      );
    },
  };
}

/** The log has codes alone: messages may quote what was sent. */
function failed(name: string, error: unknown, { log, signal }: CallContext): CallToolResult {
  signal.throwIfAborted();
  if (error instanceof LodgingError) {
    log(`${name}: ${error.code}${error.requestId === undefined ? '' : `, request ${error.requestId}`}`);
    return refusalResult(error);
  }
  if (error instanceof ToolRefusal) {
    log(`${name}: ${error.code}`);
    return refusalResult(error);
  }
  log(`${name}: ${error instanceof Error ? error.name : typeof error}`);
  throw new Error('The tool failed. Nothing is known about the outcome.');
}
