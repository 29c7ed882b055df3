import type { FaultTexts } from '../texts/faults/en.ts';

type Say = (texts: FaultTexts, value: string) => string;

/** The messages of `errors[]` of the API, to be read after the name of a field. */
const MESSAGES: readonly (readonly [pattern: RegExp, say: Say])[] = [
  [/^is required/, ({ required }) => required],
  [/^must not be empty$/, ({ empty }) => empty],
  [/^must be at least (\S+)$/, ({ atLeast }, n) => atLeast(n)],
  [/^must be at most (\S+)$/, ({ atMost }, n) => atMost(n)],
  [/^must be at most (\S+) nights or started days after from$/, ({ nights }, n) => nights(n)],
  [/^must be above (\S+)$/, ({ above }, n) => above(n)],
  [/^must be below (\S+)$/, ({ below }, n) => below(n)],
  [/^must have at least (\S+) characters?$/, ({ shortest }, n) => shortest(n)],
  [/^must have at most (\S+) characters?( in all)?$/, ({ longest }, n) => longest(n)],
  [/^must have at least (\S+) items?$/, ({ fewest }, n) => fewest(n)],
  [/^must have at most (\S+) (items?|keys|(seasons )?in all)$/, ({ most }, n) => most(n)],
  [/^must be a (whole number|positive integer)/, ({ whole }) => whole],
  [/^must be a number$/, ({ number }) => number],
  [/^must be an e-mail address$/, ({ email }) => email],
  [/^must be a (calendar date, YYYY-MM-DD|date such as .*|date for a lodging resource)$/, ({ date }) => date],
  [/^must be a (date-time for a generic resource|timestamp such as .*)$/, ({ moment }) => moment],
  [/^must be a time from /, ({ time }) => time],
  [/^must be an (absolute )?http or https address$/, ({ webAddress }) => webAddress],
  [/^must (be an (absolute )?https address|use https)$/, ({ address }) => address],
  [/^must have an origin of the redirect list$/, ({ redirect }) => redirect],
  [/^must be three capital letters$/, ({ currency }) => currency],
  [/^must (not name a language twice|have each language once)/, ({ languageTwice }) => languageTwice],
  [/^must be a language tag/, ({ language }) => language],
  [/^must be lower-case letters, digits and _/, ({ feature }) => feature],
  [/^must be lower-case words/, ({ slug }) => slug],
  [/^must be (?:one of )?("[^]*")$/, ({ oneOf }, values) => oneOf(values)],
  [/^must have one age for each /, ({ ages }) => ages],
  [/^The longest stay is shorter/, ({ nightsOrder }) => nightsOrder],
  [/^A season must begin/, ({ seasonOrder }) => seasonOrder],
  [/^Two seasons .*overlap/, ({ seasonOverlap }) => seasonOverlap],
  [/^A tier must not end/, ({ tierOrder }) => tierOrder],
  [/^Two (lead-time tiers|tiers) /, ({ tierOverlap }) => tierOverlap],
  [/^A band must not end/, ({ bandOrder }) => bandOrder],
  [/^Two bands .*overlap/, ({ bandOverlap }) => bandOverlap],
  [/^Steps stand from/, ({ stepOrder }) => stepOrder],
  [/^A (code|plan) may stand in the list only once/, ({ twice }) => twice],
  [/^at most (\S+) is due$/, ({ tooMuchDue }, amount) => tooMuchDue(amount)],
];

/** What the API says is wrong with a field, in the language of the operator. */
export function faultWords(message: string, texts: FaultTexts): string {
  for (const [pattern, say] of MESSAGES) {
    const found = pattern.exec(message);
    if (found) return say(texts, found[1] ?? '');
  }
  return texts.other(message);
}
