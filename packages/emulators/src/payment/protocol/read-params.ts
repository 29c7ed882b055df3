import qs from 'qs';
import type Stripe from 'stripe';
import { invalidParameter, missingParameter } from './api-error.ts';

export type Params = Readonly<Record<string, unknown>>;

export function parseForm(text: string): Params {
  return qs.parse(text, { depth: 10, parameterLimit: 5000, arrayLimit: 500 });
}

/** An empty text counts as absent, as at Stripe. */
export function optionalText(params: Params, name: string): string | undefined {
  const value = params[name];
  if (value === undefined || value === '') return undefined;
  if (typeof value !== 'string') throw invalidParameter(name, `Invalid string: ${JSON.stringify(value)}`);
  return value;
}

export function requiredText(params: Params, name: string): string {
  const value = optionalText(params, name);
  if (value === undefined) throw missingParameter(name);
  return value;
}

export function optionalInteger(params: Params, name: string): number | undefined {
  const text = optionalText(params, name);
  if (text === undefined) return undefined;
  if (!/^-?\d{1,15}$/.test(text))
    throw invalidParameter(name, `Invalid integer: ${text}`, 'parameter_invalid_integer');
  return Number(text);
}

export function requiredInteger(params: Params, name: string): number {
  const value = optionalInteger(params, name);
  if (value === undefined) throw missingParameter(name);
  return value;
}

export function optionalFlag(params: Params, name: string): boolean | undefined {
  const text = optionalText(params, name);
  if (text === undefined) return undefined;
  if (text !== 'true' && text !== 'false') throw invalidParameter(name, `Invalid boolean: ${text}`);
  return text === 'true';
}

export function optionalWord<const W extends string>(
  params: Params,
  name: string,
  words: readonly W[],
): W | undefined {
  const text = optionalText(params, name);
  if (text === undefined) return undefined;
  const word = words.find((candidate) => candidate === text);
  if (word === undefined) throw invalidParameter(name, `Invalid ${name}: must be one of ${words.join(', ')}`);
  return word;
}

export function section(params: Params, name: string): Params | undefined {
  const value = params[name];
  if (value === undefined || value === '') return undefined;
  if (typeof value !== 'object' || value === null) throw invalidParameter(name, 'Invalid object');
  return value as Params;
}

/** Reads both forms of a list, `name[]=…` and `name[0]=…`. */
export function list(params: Params, name: string): unknown[] {
  return Object.values(section(params, name) ?? {});
}

export function textList(params: Params, name: string): string[] {
  return list(params, name).filter((item) => typeof item === 'string');
}

/** The keys given empty are left out. */
export function metadataFrom(params: Params): Stripe.Metadata {
  const metadata: Stripe.Metadata = {};
  for (const [key, value] of Object.entries(section(params, 'metadata') ?? {})) {
    if (typeof value !== 'string')
      throw invalidParameter(`metadata[${key}]`, 'Metadata values must be strings.');
    if (key.length > 40) throw invalidParameter('metadata', 'Metadata keys can have at most 40 characters.');
    if (value.length > 500)
      throw invalidParameter(`metadata[${key}]`, 'Metadata values can have up to 500 characters.');
    if (value !== '') metadata[key] = value;
  }
  if (Object.keys(metadata).length > 50)
    throw invalidParameter('metadata', 'You can have up to 50 metadata keys.');
  return metadata;
}

/** An unknown parameter is refused, so that a misspelt one is noticed. */
export function refuseUnknown(params: Params, known: readonly string[]): void {
  const unknown = Object.keys(params).find((name) => !known.includes(name));
  if (unknown !== undefined)
    throw invalidParameter(unknown, `Received unknown parameter: ${unknown}`, 'parameter_unknown');
}
