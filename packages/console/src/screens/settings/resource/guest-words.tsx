import { useTexts } from '../../../texts/use-texts.ts';
import { TextArea, TextField } from '../../../ui/fields/field.tsx';
import { inputOf } from '../../../ui/fields/input-of.ts';
import { featuresOf, photosOf } from './resource-draft.ts';
import { faultOfList } from './resource-fields.ts';
import type { ResourceFieldsProps } from './resource-fields.ts';

/** What guests read and see of it. */
export function GuestWords(props: ResourceFieldsProps) {
  const { settings: texts } = useTexts();
  const { draft, faults } = props;
  const input = inputOf(props);
  return (
    <>
      <TextArea label={texts.description} maxLength={5_000} {...input('description')} />
      <TextField
        label={texts.features}
        hint={texts.featuresHint}
        {...input('features')}
        fault={faultOfList(faults, '/features', featuresOf(draft.features))}
      />
      <TextArea
        label={texts.photos}
        hint={texts.photosHint}
        spellCheck={false}
        {...input('photos')}
        fault={faultOfList(faults, '/photoUrls', photosOf(draft.photos))}
      />
    </>
  );
}
