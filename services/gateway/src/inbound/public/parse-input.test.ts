import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { parse } from './parse-input.ts';

function messageOf(schema: z.ZodType, value: unknown): unknown {
  const parsed = parse(schema, value);
  if (parsed.ok) throw new Error('the value is valid');
  const { errors } = Object(parsed.refusal.extra);
  return errors[0].message;
}

describe('the message of an invalid field', () => {
  it.each<[string, z.ZodType, unknown]>([
    ['must be one of "now", "property"', z.enum(['now', 'property']), 'later'],
    ['must be "waive"', z.literal('waive'), 'none'],
    ['is required', z.object({ name: z.string() }), {}],
    ['must be a string', z.string(), 3],
    ['must be a whole number', z.int(), 1.5],
    ['must be true or false', z.boolean(), 'yes'],
    ['must be an object', z.object({}), 'x'],
    ['must be a list', z.array(z.int()), {}],
    ['must be above 0', z.int().positive(), 0],
    ['must be at least 2', z.int().min(2), 1],
    ['must be at most 5', z.int().max(5), 6],
    ['must be below 5', z.number().lt(5), 5],
    ['must not be empty', z.string().min(1), ''],
    ['must have at least 3 characters', z.string().min(3), 'ab'],
    ['must have at most 1 character', z.string().max(1), 'ab'],
    ['must not be empty', z.array(z.int()).min(1), []],
    ['must have at most 2 items', z.array(z.int()).max(2), [1, 2, 3]],
    ['must be a UUID', z.uuid(), 'x'],
    ['must be an e-mail address', z.email(), 'x'],
    ['must be a timestamp such as 2027-06-10T15:00:00Z', z.iso.datetime(), 'x'],
    ['must be a date such as 2027-06-10', z.iso.date(), 'x'],
  ])('is "%s"', (expected, schema, value) => {
    expect(messageOf(schema, value)).toBe(expected);
  });

  it('is the one that the schema has', () => {
    expect(messageOf(z.string().min(3, 'must be a long name'), 'a')).toBe('must be a long name');
    expect(
      messageOf(
        z.int().refine(() => false, 'must be a weekday'),
        1,
      ),
    ).toBe('must be a weekday');
  });

  it('is the one of zod for what has no other wording', () => {
    expect(messageOf(z.string().regex(/^a/), 'b')).toContain('/^a/');
    expect(messageOf(z.union([z.string(), z.number()]), true)).toBe('Invalid input');
  });
});
