/** The heading over the earlier messages that a mail quotes. */
export const quotedMail = 'Quoted earlier messages';
