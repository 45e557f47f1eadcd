const sentence =
  'The service owner approves access requests within two working days after the security team has checked the reason that the employee gave for the request in the form.';

/** Texts of 40 words, each another. */
export function proseWindows(count: number): string[] {
  return Array.from({ length: count }, (_, number) =>
    `${number} ${sentence} ${sentence}`.split(' ').slice(0, 40).join(' '),
  );
}
