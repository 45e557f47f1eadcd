/**
 * Questions as a team asks its knowledge base, grouped by gap; several gaps are deliberately similar. Written for this
 * measurement.
 */
export const gapQuestions: Readonly<Record<string, readonly (readonly string[])[]>> = {
  en: [
    [
      'How do I void a shipping label?',
      'Can I cancel a label that I have already printed?',
      'void label how',
      'What is the way to get rid of a printed postage label?',
    ],
    [
      'How long does it take until a voided label is refunded?',
      'When do I get the money back for a cancelled label?',
      'refund time voided label',
    ],
    [
      'Which label printers are supported?',
      'Does the label station work with a Zebra printer?',
      'List of compatible printers for labels',
    ],
    [
      'How many vacation days do we get?',
      'What is my annual leave entitlement?',
      'number of holidays per year',
      'How much paid time off does an employee have?',
    ],
    [
      'Can I carry over unused vacation to next year?',
      'What happens to holidays that I did not take?',
      'carry over leave',
    ],
    [
      'How do I request parental leave?',
      'Where do I apply for parental leave?',
      'Form for maternity or paternity leave',
    ],
    [
      'Who approves travel expenses?',
      'Whose signature do I need for a travel expense report?',
      'travel expense approval',
    ],
    [
      'What is the daily allowance for trips abroad?',
      'How much per diem do we get when we travel to another country?',
      'per diem foreign travel',
    ],
    ['How do I reset my VPN password?', 'I forgot the password of the VPN, what now?', 'vpn password reset'],
    ['Why is the VPN so slow?', 'VPN connection drops all the time', 'The VPN keeps disconnecting, how can I fix it?'],
    ['What does error E1042 mean?', 'E1042 error code meaning', 'How do I fix E1042?'],
    ['What does error E1043 mean?', 'E1043 error code meaning', 'How do I fix E1043?'],
    ['Is there a company car policy?', 'Who is entitled to a company car?', 'Rules for company cars'],
    ['Where can I park my bicycle?', 'Is there a bike shed at the office?', 'bicycle parking'],
    ['When does the canteen open?', 'What are the opening hours of the cafeteria?', 'canteen hours'],
    [
      'Does the canteen have vegan meals?',
      'vegan food in the cafeteria',
      'Can I get a vegetarian lunch at the canteen?',
    ],
    [
      'How do I export all customer records?',
      'Can I download the customer list as a CSV file?',
      'export customers csv',
    ],
    [
      'How long do we keep customer data?',
      'What is the retention period for personal data of customers?',
      'data retention customers',
    ],
    ['Which API rate limits apply?', 'How many requests per minute does the API allow?', 'api rate limit'],
    ['How do I rotate an API key?', 'Can I replace a leaked API token?', 'renew api key'],
    ['How do I ship a parcel to Norway?', 'Do we deliver to Norway?', 'Norway shipping options'],
    ['How do I ship a parcel to Brazil?', 'Do we deliver to Brazil?', 'Brazil shipping options'],
    [
      'What is the warranty period of the Falcon scanner?',
      'How long is the warranty on a Falcon?',
      'Falcon scanner guarantee',
    ],
    [
      'Who do I call when the alarm goes off at night?',
      'Emergency contact for a night alarm',
      'Whom to phone if the burglar alarm rings?',
    ],
    ['How do I book a meeting room?', 'Where can I reserve a conference room?', 'meeting room booking'],
    [
      'What was the revenue in the last quarter?',
      'How much turnover did we make last quarter?',
      'last quarter revenue',
    ],
    ['Who won the office football tournament?', 'Which team came first in the company football cup?'],
    ['What is the dress code?', 'Do I have to wear a suit to work?', 'dress code office'],
    ['How do I report a security incident?', 'Where do I report phishing mail?', 'security incident reporting'],
    ['Can I work from home on Fridays?', 'How many days a week may I work remotely?', 'home office rules'],
  ],
  de: [
    ['Wie storniere ich ein Versandetikett?', 'Kann ich ein gedrucktes Etikett zurückgeben?', 'Etikett stornieren'],
    ['Wie viele Urlaubstage habe ich?', 'Wie hoch ist mein Urlaubsanspruch?', 'Urlaubstage pro Jahr'],
    ['Wann öffnet die Kantine?', 'Öffnungszeiten der Kantine', 'Ab wann gibt es in der Kantine Essen?'],
    ['Wer genehmigt Reisekosten?', 'Wer unterschreibt die Reisekostenabrechnung?', 'Genehmigung Reisekosten'],
    ['Wie setze ich mein Passwort zurück?', 'Ich habe mein Kennwort vergessen', 'Passwort zurücksetzen'],
    ['Wo kann ich mein Fahrrad abstellen?', 'Gibt es einen Fahrradkeller?', 'Fahrradstellplatz'],
    ['Wie buche ich einen Besprechungsraum?', 'Wo reserviere ich ein Konferenzzimmer?', 'Besprechungsraum buchen'],
  ],
};
