/** A question with the first cell of the row that answers it, and the header of the column; `''` where the whole row does. */
export interface TableQuestion {
  readonly question: string;
  readonly row: string;
  readonly column: string;
}

const about = (list: readonly (readonly [question: string, row: string, column: string])[]): TableQuestion[] =>
  list.map(([question, row, column]) => ({ question, row, column }));

/** By the title of the table that they are about. */
export const tableQuestions: Readonly<Record<string, readonly TableQuestion[]>> = {
  'Service level agreement': about([
    ['What credit do we get for a monthly uptime below 99.5 %?', 'below 99.5 %', 'Credit'],
    ['Which service credit applies when uptime is below 99.0 %?', 'below 99.0 %', 'Credit'],
    ['When must a service credit be claimed if uptime was below 95.0 %?', 'below 95.0 %', 'Claim within'],
    ['How much is the credit for uptime below 99.9 %?', 'below 99.9 %', 'Credit'],
  ]),
  'Subscription plans': about([
    ['What does the Team plan cost per month?', 'Team', 'Price per month'],
    ['How many seats does the Business plan have?', 'Business', 'Seats'],
    ['How much storage comes with the Starter plan?', 'Starter', 'Storage'],
    ['What is the monthly price of Enterprise?', 'Enterprise', 'Price per month'],
    ['Which storage does the Enterprise plan include?', 'Enterprise', 'Storage'],
  ]),
  'Parking in Lakeside': about([
    ['What does an hour of parking in the Old Town cost?', 'Old Town', 'Hourly rate'],
    ['How long is parking free at the Station?', 'Station', 'Free period'],
    ['What is the daily maximum in the Harbour zone?', 'Harbour', 'Daily maximum'],
    ['What is the hourly rate in the University zone?', 'University', 'Hourly rate'],
  ]),
  'Device error codes': about([
    ['What does error code E102 mean?', 'E102', 'Meaning'],
    ['What should I do when the device shows E205?', 'E205', 'What to do'],
    ['What does E310 mean?', 'E310', 'Meaning'],
    ['What to do about error E101?', 'E101', 'What to do'],
  ]),
  'Data processing annex': about([
    ['Which sub-processor is used for payment?', 'Paygrove', 'Sub-processor'],
    ['Where is Northwind Cloud located?', 'Northwind Cloud', 'Location'],
    ['What is the purpose of Mailbird?', 'Mailbird', 'Purpose'],
    ['In which location does Ticketlane process data?', 'Ticketlane', 'Location'],
  ]),
  'Staff handbook': about([
    ['How many days of annual leave are there per year?', 'Annual leave', 'Days per year'],
    ['What notice is needed for parental leave?', 'Parental leave', 'Notice'],
    ['How many days off do I get for moving house?', 'Moving house', 'Days per year'],
    ['How much notice does study leave need?', 'Study leave', 'Notice'],
  ]),
  'Cable car tickets': about([
    ['How much is a day ticket for an adult?', 'Day ticket', 'Adult'],
    ['What does a return ticket cost for a child?', 'Return', 'Child'],
    ['What does a dog pay for a single ride?', 'Single ride', 'Dog'],
    ['What is the price of a season pass for adults?', 'Season pass', 'Adult'],
    ['How much is a season pass for a dog?', 'Season pass', 'Dog'],
  ]),
  'Bicycle maintenance': about([
    ['With which torque is the bottom bracket fastened?', 'Bottom bracket', 'Torque'],
    ['After what interval is the chain maintained?', 'Chain', 'Interval'],
    ['What torque does the handlebar stem need?', 'Handlebar stem', 'Torque'],
    ['What is the interval for the brake caliper?', 'Brake caliper', 'Interval'],
  ]),
  'Meeting rooms': about([
    ['How many seats does the room Glacier have?', 'Glacier', 'Seats'],
    ['On which floor is the meeting room Summit?', 'Summit', 'Floor'],
    ['Does Lagoon have a projector?', 'Lagoon', 'Projector'],
    ['On which floor is Fjord?', 'Fjord', 'Floor'],
  ]),
  Suppliers: about([
    ['What is the lead time of Dunmore Steel?', 'Dunmore Steel', 'Lead time'],
    ['Who is our contact at Brightglass?', 'Brightglass', 'Contact'],
    ['Which supplier delivers insulation?', 'Corklight', 'Supplier'],
    ['What product does Alder & Sons supply?', 'Alder & Sons', 'Product'],
  ]),
  'Shipping rates': about([
    ['What does express shipping to Norway cost?', 'Norway', 'Express'],
    ['How long does delivery to Brazil take?', 'Brazil', 'Delivery time'],
    ['What is the standard shipping rate for Japan?', 'Japan', 'Standard'],
    ['What does standard shipping to Austria cost?', 'Austria', 'Standard'],
    ['What is the express rate for Brazil?', 'Brazil', 'Express'],
  ]),
  'Equipment register': about([
    ['Until when is the warranty of the microscope?', 'Microscope', 'Warranty until'],
    ['Who owns the spectrometer?', 'Spectrometer', 'Owner'],
    ['What is the serial number of the centrifuge?', 'Centrifuge', 'Serial number'],
    ['When does the warranty of the freezer end?', 'Freezer', 'Warranty until'],
  ]),
  'Quarterly review': about([
    ['What revenue did Iberia have in the second quarter?', 'Iberia', 'Second quarter'],
    ['How much was the revenue of the Nordics in the third quarter?', 'Nordics', 'Third quarter'],
    ['What was the revenue of the Alps in the first quarter?', 'Alps', 'First quarter'],
    ['What was the revenue of the Balkans in the third quarter?', 'Balkans', 'Third quarter'],
  ]),
  'Release plan': about([
    ['When was Orchid 4.1 released?', 'Orchid 4.1', 'Release date'],
    ['When does support for Orchid 5.0 end?', 'Orchid 5.0', 'End of support'],
    ['What is the release date of Orchid 5.1?', 'Orchid 5.1', 'Release date'],
    ['When does the support of Orchid 4.0 end?', 'Orchid 4.0', 'End of support'],
    ['On which date was Orchid 5.0 released?', 'Orchid 5.0', 'Release date'],
  ]),
};
