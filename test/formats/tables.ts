import type { TestTable } from './tableFiles.ts';

/** Tables as teams have them, with words, prices, shares, dates, empty cells, and cells with the marks that rows are written with. */
export const tables: readonly TestTable[] = [
  {
    title: 'Service level agreement',
    section: 'Service credits',
    rows: [
      ['Monthly uptime', 'Credit', 'Claim within'],
      ['below 99.9 %', '5 % of the monthly fee', '30 days'],
      ['below 99.5 %', '15 % of the monthly fee', '30 days'],
      ['below 99.0 %', '30 % of the monthly fee', '60 days'],
      ['below 95.0 %', '100 % of the monthly fee', '90 days'],
    ],
  },
  {
    title: 'Subscription plans',
    section: 'Plans and prices',
    rows: [
      ['Plan', 'Price per month', 'Seats', 'Storage'],
      ['Starter', '9 EUR', '3', '10 GB'],
      ['Team', '29 EUR', '15', '100 GB'],
      ['Business', '79 EUR', '60', '1 TB'],
      ['Enterprise', '249 EUR', '500', '10 TB'],
    ],
  },
  {
    title: 'Parking in Lakeside',
    section: 'Parking fees by zone',
    rows: [
      ['Zone', 'Hourly rate', 'Daily maximum', 'Free period'],
      ['Harbour', '3.20 EUR', '24 EUR', '15 minutes'],
      ['Old Town', '4.50 EUR', '36 EUR', 'none'],
      ['Station', '2.80 EUR', '18 EUR', '30 minutes'],
      ['University', '1.10 EUR', '7 EUR', '2 hours'],
    ],
  },
  {
    title: 'Device error codes',
    section: 'What the codes mean',
    rows: [
      ['Code', 'Meaning', 'What to do'],
      ['E101', 'The water tank is empty', 'Fill the tank and press Start'],
      ['E102', 'The filter is blocked', 'Rinse the filter; replace it after 200 hours'],
      ['E205', 'The pump overheats', 'Switch the device off for 20 minutes'],
      ['E310', 'The door is open', 'Close the door until it clicks'],
    ],
  },
  {
    title: 'Data processing annex',
    section: 'Sub-processors',
    rows: [
      ['Sub-processor', 'Purpose', 'Location'],
      ['Northwind Cloud', 'Hosting', 'Ireland'],
      ['Mailbird', 'Sending of e-mail', 'Germany'],
      ['Ticketlane', 'Customer support', 'Canada'],
      ['Paygrove', 'Payment', 'Netherlands'],
    ],
  },
  {
    title: 'Staff handbook',
    section: 'Types of leave',
    rows: [
      ['Type of leave', 'Days per year', 'Notice'],
      ['Annual leave', '27', '4 weeks'],
      ['Moving house', '2', '1 week'],
      ['Parental leave', '60', '8 weeks'],
      ['Study leave', '10', '6 weeks'],
    ],
  },
  {
    title: 'Cable car tickets',
    section: 'Ticket prices',
    rows: [
      ['Ticket', 'Adult', 'Child', 'Dog'],
      ['Single ride', '12.00 EUR', '6.00 EUR', '3.00 EUR'],
      ['Return', '19.50 EUR', '9.50 EUR', '4.50 EUR'],
      ['Day ticket', '31.00 EUR', '15.50 EUR', '7.00 EUR'],
      ['Season pass', '290.00 EUR', '140.00 EUR', '60.00 EUR'],
    ],
  },
  {
    title: 'Bicycle maintenance',
    section: 'Maintenance intervals',
    rows: [
      ['Part', 'Interval', 'Torque'],
      ['Chain', '300 km', 'none'],
      ['Brake caliper', '1,000 km', '7 Nm'],
      ['Handlebar stem', '2,500 km', '5 Nm'],
      ['Bottom bracket', '6,000 km', '40 Nm'],
    ],
  },
  {
    title: 'Meeting rooms',
    section: 'Rooms',
    rows: [
      ['Room', 'Floor', 'Seats', 'Projector'],
      ['Fjord', '2', '8', 'yes'],
      ['Glacier', '3', '20', 'yes'],
      ['Lagoon', '1', '4', 'no'],
      ['Summit', '5', '45', 'yes'],
    ],
  },
  {
    title: 'Suppliers',
    section: 'Suppliers',
    rows: [
      ['Supplier', 'Product', 'Lead time', 'Contact'],
      ['Alder & Sons', 'Oak boards', '12 days', 'Ruth Alder'],
      ['Brightglass', 'Window panes', '21 days', 'Omar Said'],
      ['Corklight', 'Insulation', '5 days', 'Lena Voss'],
      ['Dunmore Steel', 'Beams', '40 days', 'Piotr Zak'],
    ],
  },
  {
    title: 'Shipping rates',
    section: 'Rates by country',
    rows: [
      ['Country', 'Standard', 'Express', 'Delivery time'],
      ['Austria', '6.90 EUR', '14.90 EUR', '2 days'],
      ['Norway', '13.50 EUR', '27.00 EUR', '5 days'],
      ['Japan', '22.00 EUR', '48.00 EUR', '9 days'],
      ['Brazil', '25.50 EUR', '59.00 EUR', '14 days'],
    ],
  },
  {
    title: 'Equipment register',
    section: 'Laboratory equipment',
    rows: [
      ['Device', 'Owner', 'Serial number', 'Warranty until'],
      ['Centrifuge', 'Biology', 'CF-20417', '2027-03-31'],
      ['Microscope', 'Physics', 'MS-88120', '2026-11-15'],
      ['Spectrometer', 'Chemistry', 'SP-30055', '2028-06-30'],
      ['Freezer', 'Biology', 'FR-71002', '2025-12-24'],
    ],
  },
  {
    title: 'Quarterly review',
    section: 'Revenue by region',
    rows: [
      ['Region', 'First quarter', 'Second quarter', 'Third quarter'],
      ['Nordics', '1.2 million EUR', '1.4 million EUR', '1.9 million EUR'],
      ['Iberia', '0.8 million EUR', '0.7 million EUR', '1.1 million EUR'],
      ['Balkans', '0.3 million EUR', '0.6 million EUR', '0.5 million EUR'],
      ['Alps', '2.1 million EUR', '2.0 million EUR', '2.6 million EUR'],
    ],
  },
  {
    title: 'Release plan',
    section: 'Releases of Orchid',
    rows: [
      ['Version', 'Release date', 'End of support'],
      ['Orchid 4.0', '12 March 2025', '12 March 2027'],
      ['Orchid 4.1', '3 September 2025', '3 September 2027'],
      ['Orchid 5.0', '20 January 2026', '20 January 2029'],
      ['Orchid 5.1', '14 July 2026', '14 July 2029'],
    ],
  },
];
