import { describe, expect, it } from 'vitest';
import { codeExpiry, issueCode, noGuestCodes, verifyCode, withdrawCode } from './guest-code.ts';
import type { GuestCodes } from './guest-code.ts';
import { noon } from '../../../test/build-reservation.ts';

const expiresAt = noon.add({ minutes: 10 });
const equals = (one: string, other: string) => one === other;

function issue(codes: GuestCodes, digest: string, at = noon): GuestCodes {
  const issued = issueCode(codes, { digest, expiresAt: at.add({ minutes: 10 }), language: null }, at);
  if (!issued.ok) throw new Error(issued.refusal.code);
  return issued.value;
}
/** The outcomes of verifications, in their order. */
function guess(codes: GuestCodes, guesses: readonly string[], at = noon) {
  let current = codes;
  const answers = guesses.map((offered) => {
    const verified = verifyCode(current, offered, equals, at);
    current = verified.codes;
    return verified.answer.ok ? 'ok' : verified.answer.refusal.code;
  });
  return { codes: current, answers };
}
const wrong = (count: number) => Array.from({ length: count }, () => 'wrong');

describe('a verification', () => {
  it('with the right code is accepted once', () => {
    expect(guess(issue(noGuestCodes, 'right'), ['right', 'right']).answers).toEqual(['ok', 'bad_code']);
  });

  it('before any code was issued is refused', () => {
    expect(guess(noGuestCodes, ['123456']).answers).toEqual(['bad_code']);
  });

  it('after six failures is refused, with the right code too', () => {
    const { answers } = guess(issue(noGuestCodes, 'right'), [...wrong(6), 'right', 'wrong']);
    expect(answers).toEqual([...wrong(6).map(() => 'bad_code'), 'exhausted_attempts', 'exhausted_attempts']);
  });

  it('with the right code succeeds after five failures', () => {
    expect(guess(issue(noGuestCodes, 'right'), [...wrong(5), 'right']).answers.at(-1)).toBe('ok');
  });

  it('of an expired code is refused, right or wrong', () => {
    const codes = issue(noGuestCodes, 'right');
    expect(guess(codes, ['right', 'wrong'], expiresAt).answers).toEqual(['expired', 'expired']);
  });

  it('beyond twenty in fifteen minutes is rate limited; refused ones count', () => {
    const { codes, answers } = guess(issue(noGuestCodes, 'right'), wrong(21));
    expect(answers.slice(6, 20)).toEqual(Array.from({ length: 14 }, () => 'exhausted_attempts'));
    expect(answers[20]).toBe('rate_limited');
    const refused = verifyCode(codes, 'right', equals, noon.add({ minutes: 14 }));
    expect(refused.answer).toMatchObject({ refusal: { extra: { retryAfterSeconds: 60 } } });
    expect(refused.codes).toBe(codes);
    expect(guess(codes, ['wrong'], noon.add({ minutes: 15 })).answers).toEqual(['exhausted_attempts']);
  });
});

describe('a new code', () => {
  it('replaces the old one and lifts its lock', () => {
    const locked = guess(issue(noGuestCodes, 'old'), wrong(7)).codes;
    expect(guess(issue(locked, 'new'), ['old', 'new']).answers).toEqual(['bad_code', 'ok']);
  });

  it('is rate limited after five in fifteen minutes', () => {
    let codes = noGuestCodes;
    for (let count = 0; count < 5; count += 1) codes = issue(codes, `code ${count}`);
    const late = noon.add({ minutes: 10 });
    const sixth = issueCode(codes, { digest: 'sixth', expiresAt, language: null }, late);
    expect(sixth).toMatchObject({
      ok: false,
      refusal: { code: 'rate_limited', extra: { retryAfterSeconds: 300 } },
    });
    expect(
      issueCode(codes, { digest: 'sixth', expiresAt, language: null }, noon.add({ minutes: 15 })).ok,
    ).toBe(true);
  });

  it('never outlives its hold', () => {
    const soon = noon.add({ minutes: 3 });
    expect(codeExpiry(noon, 600, soon)).toEqual(soon);
    expect(codeExpiry(noon, 600, noon.add({ minutes: 30 }))).toEqual(expiresAt);
  });
});

describe('a code that could not be mailed', () => {
  const old = issue(noGuestCodes, 'old');

  it('leaves the code before it valid, and does not count as sent', () => {
    const restored = withdrawCode(issue(old, 'lost'), 'lost', old);
    expect(restored.sentAt).toHaveLength(1);
    expect(guess(restored, ['lost', 'old']).answers).toEqual(['bad_code', 'ok']);
  });

  it('keeps the failures since', () => {
    const guessed = guess(issue(guess(old, wrong(3)).codes, 'lost'), wrong(3)).codes;
    const restored = withdrawCode(guessed, 'lost', guess(old, wrong(3)).codes);
    expect(guess(restored, ['old']).answers).toEqual(['exhausted_attempts']);
  });

  it('leaves a newer code', () => {
    const newer = issue(issue(old, 'lost'), 'newer');
    expect(withdrawCode(newer, 'lost', old)).toBe(newer);
  });
});
