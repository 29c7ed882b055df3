import { useQuery, useQueryClient } from '@tanstack/react-query';
import { bookingQuery } from '../api/queries/booking.ts';
import { penaltyWords } from '../domain/terms/policy-words.ts';
import { useFormats, useTexts } from '../texts/use-texts.ts';

/** What the terms of a stay keep when its guest does not come. */
export function NoShowTerms({ id }: { readonly id: string }) {
  const { policy: words } = useTexts();
  const formats = useFormats();
  const client = useQueryClient();
  const { data } = useQuery(bookingQuery(client, id));
  if (data === undefined) return null;
  const { cancellationPolicy } = data;
  return (
    <p>
      <strong>
        {cancellationPolicy === null
          ? words.noPolicy
          : words.noShow(penaltyWords(cancellationPolicy.noShow, words, formats))}
      </strong>
    </p>
  );
}
