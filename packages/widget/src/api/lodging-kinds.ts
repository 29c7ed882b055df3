/** What a guest can stay in; boats and meeting rooms are not. */
export const LODGING_KINDS = ['hotel_room', 'apartment', 'villa'] as const;
