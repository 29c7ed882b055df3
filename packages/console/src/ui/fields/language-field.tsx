import { useId } from 'react';
import type { ComponentProps } from 'react';
import { useLanguage } from '../../texts/use-texts.ts';
import { TextField } from './field.tsx';

/** Those that are offered; any other tag can be typed. */
const LANGUAGES =
  'ar bg ca cs da de el en es et fi fr ga he hi hr hu id is it ja ko lt lv mt nl no pl pt pt-BR ro ru sk sl sr sv th tr uk vi zh'.split(
    ' ',
  );
const LONGEST_TAG = 35;

/** The tag of a language (BCP 47), with common ones offered by name. */
export function LanguageField(props: ComponentProps<typeof TextField>) {
  const id = useId();
  const names = new Intl.DisplayNames(useLanguage(), { type: 'language' });
  return (
    <>
      <TextField maxLength={LONGEST_TAG} {...props} list={id} />
      <datalist id={id}>
        {LANGUAGES.map((tag) => (
          <option key={tag} value={tag} label={names.of(tag)} />
        ))}
      </datalist>
    </>
  );
}
