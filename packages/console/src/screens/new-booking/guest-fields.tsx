import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { Guest } from '@lodging/client';
import { knownGuestsQuery } from '../../api/queries/offers.ts';
import { useTexts } from '../../texts/use-texts.ts';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/fields/checkbox.tsx';
import { TextArea, TextField } from '../../ui/fields/field.tsx';
import { LanguageField } from '../../ui/fields/language-field.tsx';
import { useDebounced } from '../../ui/hooks/use-debounced.ts';
import type { Draft } from './draft.ts';
import css from './new-booking.module.css';

export interface DraftProps {
  readonly draft: Draft;
  readonly onChange: (changed: Partial<Draft>) => void;
}

interface GuestFieldsProps extends DraftProps {
  /** What is wrong, by the name of the field in the API. */
  readonly faults: ReadonlyMap<string, string>;
}

const SHORTEST = 3;
const SEARCH_MS = 300;

export function GuestFields(props: GuestFieldsProps) {
  const { newBooking: texts } = useTexts();
  const { draft, onChange, faults } = props;
  const input = (name: 'name' | 'phone' | 'language' | 'reference' | 'notes', field: string) => ({
    value: draft[name],
    fault: faults.get(field),
    onChange: ({ target }: { target: { value: string } }) => onChange({ [name]: target.value }),
  });
  return (
    <>
      <EmailFields {...props} />
      <KnownGuests draft={draft} onChange={onChange} />
      <div className={css.pair}>
        <TextField label={texts.name} maxLength={200} {...input('name', 'guestName')} />
        <TextField label={texts.phone} type="tel" maxLength={50} {...input('phone', 'guestPhone')} />
        <LanguageField label={texts.language} {...input('language', 'guestLanguage')} />
        <TextField label={texts.reference} maxLength={200} {...input('reference', 'externalReference')} />
      </div>
      <TextArea label={texts.notes} rows={2} maxLength={2_000} {...input('notes', 'notes')} />
    </>
  );
}

function EmailFields({ draft, onChange, faults }: GuestFieldsProps) {
  const { newBooking: texts } = useTexts();
  return (
    <div className={css.email}>
      <TextField
        label={texts.email}
        type="email"
        maxLength={254}
        value={draft.email}
        disabled={draft.hasNoEmail}
        fault={faults.get('guestEmail')}
        {...(draft.payment === 'link' && { hint: texts.linkEmail })}
        onChange={({ target }) => onChange({ email: target.value })}
      />
      <Checkbox
        label={texts.noEmail}
        isOn={draft.hasNoEmail}
        onChange={(hasNoEmail) => onChange({ hasNoEmail })}
      />
    </div>
  );
}

/** From three letters on. */
function KnownGuests({ draft, onChange }: DraftProps) {
  const { newBooking: texts } = useTexts();
  const typed = useDebounced((draft.email || draft.name).trim(), SEARCH_MS);
  const { data = [] } = useQuery({ ...knownGuestsQuery(typed), enabled: typed.length >= SHORTEST });
  const others = data.filter(({ email, name }) => email !== draft.email || (name ?? '') !== draft.name);
  if (typed.length < SHORTEST || others.length === 0) return null;
  const take = ({ email, name, phone, language }: Guest): void =>
    onChange({
      email: email ?? '',
      hasNoEmail: email === null,
      name: name ?? '',
      phone: phone ?? '',
      language: language ?? '',
    });
  return (
    <ul className={css.known} aria-label={texts.knownGuests}>
      {others.map((guest) => (
        <li key={guest.id}>
          <span>
            <bdi>{guest.name ?? guest.email}</bdi>
            <span className="quiet small">
              {' '}
              <bdi>{guest.email}</bdi> · {/* In another tab: what is typed here stays. */}
              <Link to="/guests/$id" params={{ id: guest.id }} target="_blank">
                {texts.stays(guest.staysCount)}
                <span className="hidden"> {texts.staysOf(guest.name ?? guest.email ?? '')}</span>
              </Link>
            </span>
          </span>
          <Button
            kind="quiet"
            aria-label={texts.useDetails(guest.name ?? guest.email ?? '')}
            onPress={() => take(guest)}
          >
            {texts.useDetailsShort}
          </Button>
        </li>
      ))}
    </ul>
  );
}
