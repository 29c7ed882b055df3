import { z } from 'zod';
import { boundedRecord, recordOf } from './bounded.ts';
import { text } from './shapes.ts';

const MAX_LANGUAGES = 20;
/** Of a record that is one of hundreds in an answer. */
const MAX_NAME_CHARACTERS = 1_000;
const MAX_CHARACTERS = 20_000;

const languageTag = z
  .string()
  .max(35)
  .regex(/^[a-z]{2,8}(-[a-z\d]{1,8})*$/i, 'must be a language tag of BCP 47');

interface Texts {
  readonly name?: string | undefined;
  readonly description?: string | undefined;
}

function translations<Entry extends z.ZodType<Texts>>(entry: Entry, characters: number) {
  return boundedRecord(languageTag, entry, MAX_LANGUAGES)
    .refine((sent) => hasEachOnce(Object.keys(sent)), 'must have each language once, in whatever case')
    .refine((sent) => lengthOf(sent) <= characters, `must have at most ${characters} characters in all`)
    .optional()
    .meta({
      description: `By language tag (BCP 47); at most ${characters.toLocaleString('en')} characters.`,
    });
}

function hasEachOnce(tags: readonly string[]): boolean {
  return new Set(tags.map((tag) => tag.toLowerCase())).size === tags.length;
}

function lengthOf(sent: Readonly<Record<string, Texts>>): number {
  return Object.values(sent).reduce(
    (sum, { name = '', description = '' }) => sum + name.length + description.length,
    0,
  );
}

const name = text({ min: 1, max: 200 }).optional();

/** Of a request. */
export const nameTranslations = translations(z.object({ name }), MAX_NAME_CHARACTERS);
/** Of a request. */
export const textTranslations = translations(
  z.object({ name, description: text({ min: 1, max: 5_000 }).optional() }),
  MAX_CHARACTERS,
);

const shownText = z.string().optional();

/** Of an answer. The gateway takes the texts of the reader's language and shows the others to secret keys alone. */
export const shownTranslations = recordOf(
  z.object({ name: shownText, description: shownText }),
  MAX_LANGUAGES,
)
  .meta({
    id: 'Translations',
    description:
      'With a secret key only: the texts of a record by language tag. An empty entry says that the record itself is in this ' +
      'language.',
    example: { de: {}, en: { name: 'Double room' } },
  })
  .optional();
/** Of the name of another record. */
export const shownResourceNames = recordOf(z.object({ resourceName: shownText }), MAX_LANGUAGES).optional();
