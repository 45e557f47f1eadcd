import { describe } from 'vitest';
import { checkModality } from '../../../src/grounding/checks/modality.ts';
import { checkPolarity } from '../../../src/grounding/checks/polarity.ts';
import { checkRelation } from '../../../src/grounding/checks/relation.ts';
import { checkExceptions, checkScope } from '../../../src/grounding/checks/scope.ts';
import { eachVerdict } from './eachVerdict.ts';

describe('polarity', () => {
  eachVerdict(
    checkPolarity,
    `
  Shops lock the box and open the door for all. | Shops unlock the box and close the door for all. | CONTRADICTED The claim says “unlock”, the quote “lock”.
  Boxes of some size are sold for all. | Boxes of up to that size are sold for all. | PASSED
  Orders ship on all days except for Sundays here. | Orders ship on all days and more Sundays here. | CONTRADICTED One of claim and quote makes an exception, the other does not.
  Orders ship on all days here. | Orders ship on all days here except Sundays. | CONTRADICTED One of claim and quote makes an exception, the other does not.
  The lamp is lit by the guests of the club at night, and no dog may come in. | The lamp is lit by the guests of the club at night. | PASSED
  The lamp is never lit by guests. | The lamp is always lit by guests. | CONTRADICTED One of claim and quote negates, the other does not.
  The fee is due. | Nobody has to pay, since it is gratis: no fee. | CONTRADICTED The claim negates, the quote does not.
  The box has a lock. | There is no lock on it. | CONTRADICTED The claim negates, the quote does not.
  The box lacks a lock. | There is no lock on it. | UNPROVEN The claim negates; the quote may say so in other words.
  Guests do not pay. | For guests it is paid by others, they owe nothing. | PASSED
  Guests do not pay. | They pay, being guests. | CONTRADICTED The quote negates, the claim does not.
  The club sells lamps. | Only lamps can be had from them. | UNPROVEN The claim says “only”, the quote does not.
  The club sells only lamps. | Lamps alone can be had from them. | PASSED
  The club sells lamps except old ones. | Only lamps can be had from them. | PASSED
  No fee is due if the lamp is not lost. | A lamp that is not lost costs no fee. | PASSED
  No fee is due if the lamp is lost. | A lamp that is lost costs a fee. | CONTRADICTED The quote negates, the claim does not.
  The deposit is refundable within the EU. | The deposit is not refundable within the EU. | CONTRADICTED One of claim and quote negates, the other does not.
  The deposit is not refundable within the EU. | The deposit is refundable within the EU. | CONTRADICTED One of claim and quote negates, the other does not.
  The deposit is not refundable within the EU. | The deposit is never refundable within the EU. | PASSED
  The setting is enabled for new shops by default. | The setting is disabled for new shops by default. | CONTRADICTED The claim says “disabled”, the quote “enabled”.
  The setting is enabled for new shops by default. | The setting is not disabled for new shops by default. | PASSED
  Ships before noon arrive first of all here. | Ships after noon arrive last of all here. | CONTRADICTED The claim says “after”, the quote “before”.
  Seats with more than ten rows are sold. | Seats with less than ten rows are sold. | CONTRADICTED The claim says “less”, the quote “more”.
  Boxes of a larger kind are sold here. | Boxes of a smaller kind are sold here. | CONTRADICTED The claim says “smaller”, the quote “larger”.
  Boxes of a larger kind are sold here. | Boxes of a longer kind are sold here. | PASSED
  Orders are shipped on all days. | Orders are shipped on all days except Sundays. | CONTRADICTED One of claim and quote makes an exception, the other does not.
  Orders are shipped on all days except Sundays. | Orders are shipped on all days with Sundays. | PASSED
  Orders are shipped on all days except Sundays. | Orders are shipped on all days. | PASSED
  Refunds are paid to the card that was used. | Refunds are paid only to the card that was used. | CONTRADICTED The claim says “only”, the quote does not.
  Refunds are paid only to the card that was used. | Refunds are paid to the card that was used. | FAILED The claim leaves out “only”.
  Refunds are paid only to the card that was used. | Refunds are paid solely to the card that was used. | PASSED
  The lamp can be lit, but it is no longer sold here by us. | The lamp can be lit. | PASSED
  The lamp can no longer be lit by the guests here. | The lamp can be lit by the guests here. | CONTRADICTED One of claim and quote negates, the other does not.
  Dogs may come in. | In the hall, pets such as dogs are not welcome. | CONTRADICTED The claim negates, the quote does not.
  Dogs may not come in. | In the hall, pets such as dogs are welcome: they come. | CONTRADICTED The quote negates, the claim does not.
  Dogs may not come in. | In the hall, pets such as dogs are forbidden. | UNPROVEN One of claim and quote negates; the other may say so in other words.
  Dogs may not come in. | They have a dog in the garden. | PASSED
  Nobody opens the gate. | The gate stays closed for everyone. | CONTRADICTED The quote negates, the claim does not.
  The gate never opens. | Gates open at noon for everyone. | CONTRADICTED The quote negates, the claim does not.
  The gate opens at noon. | At noon, gates are closed to all. | PASSED
  The gate opens at noon. | Only at noon there is a way in through gates. | UNPROVEN The claim says “only”, the quote does not.
  The gate expires after a year. | It does not work without end. | UNPROVEN The claim negates, the quote does not.
  The gate is free of charge. | There is no charge for the gate. | UNPROVEN The claim negates; the quote may say so in other words.
  The gate is big. | There is no charge for the gate. | CONTRADICTED The claim negates, the quote does not.
  The gate is big and the hall is not heated. | Big is the gate, the hall cold. | PASSED
  It is not big, and the gate is not open. | The gate is not big, and open it is. | CONTRADICTED One of claim and quote negates, the other does not.
  Guests cannot pay by card. | Paying by card is not possible for guests. | PASSED
  Guests cannot pay by card. | Paying by card is possible for guests. | CONTRADICTED The quote negates, the claim does not.
  Guests cannot pay by card. | Paying by card is impossible for guests. | UNPROVEN One of claim and quote negates; the other may say so in other words.
  A guest who has no card pays cash. | Guests without cards use cash for that. | PASSED
  A guest who has no card pays cash. | Guests never use cash for that. | PASSED
  Shops must lock the box. | The box is not to be unlocked by shops. | CONTRADICTED The claim negates, the quote does not.
  The lamp is not left on. | Lamps are to be switched off. | PASSED
  The fee is unlimited. | There is no limit for the fee. | UNPROVEN The claim negates; the quote may say so in other words.
  Nobody but the owner may start the engine. | Only the owner may start the engine. | PASSED
  The club is not open at night. | Not at night: it is a club that is closed. | PASSED
  It costs not more than 5 euros there. | At that place, 5 euros is the most for it. | PASSED`,
  );
});

describe('exceptions', () => {
  eachVerdict(
    checkExceptions,
    `
  The lamp is lent unless it rains or snows hard. | The lamp is lent if it rains. | CONTRADICTED The claim says “if it rains”, the quote “unless it rains or snows hard”.
  The lamp is lent unless it rains. | The lamp is lent if guests wait. | PASSED
  The lamp is lent. | The lamp is lent if it rains. | PASSED
  The lamp is lent unless paid for by members in cash. | The lamp is lent if members wait outside. | PASSED
  The lamp is lent apart from Sundays. | The lamp is lent, including Sundays. | CONTRADICTED The claim says “including Sundays”, the quote “apart from Sundays”.
  Not only members pay. | Not only members pay. | PASSED
  The hall is open, and only members pay the fee. | Members pay the fee. | FAILED The claim leaves out “only”.
  Only a member can pay. | A member can pay. | PASSED
  Only members and their own guests pay the full fee. | Members pay. | PASSED
  The lamp is lent unless it rains. | The lamp is lent if it rains. | CONTRADICTED The claim says “if it rains”, the quote “unless it rains”.
  The lamp is lent if it rains. | The lamp is lent unless it rains. | CONTRADICTED The claim says “unless it rains”, the quote “if it rains”.
  The lamp is lent. | The lamp is lent unless it rains. | FAILED The quote does not say “unless it rains”.
  The lamp is lent except in winter. | The lamp is lent in all seasons including winter. | CONTRADICTED The claim says “including winter”, the quote “except in winter”.
  The lamp is lent, even if it rains. | The lamp is lent except if it rains. | CONTRADICTED The claim says “except if it rains”, the quote “even if it rains”.
  Sign the list; otherwise the lamp is kept. | If you sign the list, you get it. | CONTRADICTED The claim says “If you sign the list”, the quote “Sign the list; otherwise”.
  Sign the list; otherwise the lamp is kept. | Unless you sign the list, it stays. | PASSED
  The lamp is lent if it does not rain. | The lamp is lent unless it rains. | PASSED
  Only the owner can light the lamp. | The owner can light the lamp. | FAILED The claim leaves out “only”.
  Only the owner can light the lamp. | Only the owner lights it. | PASSED
  Only the owner can light the lamp. | Not only the owner can light the lamp. | CONTRADICTED The claim says “not only”, the quote does not.
  Only the owner can light the lamp. | Nobody else but the owner lights it. | PASSED
  Only one lamp is lit. | A lamp is lit. | PASSED
  Lamps burn, and only the owner lights them. | The lamps burn. | PASSED`,
  );
});

describe('modality', () => {
  eachVerdict(
    checkModality,
    `
  Guests must show a passport at the desk. | Guests may show a passport at the desk. | CONTRADICTED The claim says “may”, the quote “must”.
  Guests must show a passport at the desk. | Guests should show a passport at the desk. | CONTRADICTED The claim says “should”, the quote “must”.
  Guests should show a passport at the desk. | Guests must show a passport at the desk. | CONTRADICTED The claim says “must”, the quote “should”.
  Guests may show a passport at the desk. | Guests will show a passport at the desk. | CONTRADICTED The claim says “will”, the quote “may”.
  Guests will show a passport at the desk. | Guests may show a passport at the desk. | CONTRADICTED The claim says “may”, the quote “will”.
  Guests must not show a passport at the desk. | Guests need not show a passport at the desk. | CONTRADICTED The claim says “need not”, the quote “must not”.
  Guests need not show a passport at the desk. | Guests must not show a passport at the desk. | CONTRADICTED The claim says “must not”, the quote “need not”.
  Guests may not show a passport at the desk. | Guests cannot show a passport at the desk. | PASSED
  Guests show a passport at the desk. | Guests must show a passport at the desk. | PASSED
  The desk sees a passport of each guest. | At the desk you must have one. | CONTRADICTED The claim says “must”, the quote does not.
  The desk sees a passport of each guest. | At the desk you need not have one. | CONTRADICTED The claim says “need not”, the quote does not.
  The desk sees a passport for free. | At the desk you need not have one. | PASSED
  A passport is due with each guest. | At the desk you must have one. | PASSED
  The desk may look at it. | It will be looked at by the desk people. | CONTRADICTED The claim says “will”, the quote “may”.
  The desk looks at it. | You will pay for what they look at. | CONTRADICTED The claim says “will”, the quote “may”.
  The desk looks at it. | You will get what they look at. | PASSED
  You must sign there with a pen. | There it is allowed to sign by pen for them. | CONTRADICTED The claim says “may”, the quote “must”.
  You should sign there with a pen. | There it is mandatory, says the desk. | CONTRADICTED The claim says “must”, the quote “should”.
  It is mandatory to sign there. | You should do that with a pen. | CONTRADICTED The claim says “should”, the quote “must”.
  It is recommended to sign there. | You can do that with a pen. | CONTRADICTED The claim says “may”, the quote “should”.
  You can do that with a pen. | It is recommended to sign there. | CONTRADICTED The claim says “should”, the quote “may”.
  You must not do that there. | It is optional, says the desk. | CONTRADICTED The claim says “need not”, the quote “must not”.
  A rental of a bike may be cancelled free of charge until noon. | Cancelling a bike rental is free of charge until noon. | PASSED
  The deposit may be kept for damage. | The deposit is kept for damage. | FAILED The claim leaves out “may”.
  All rooms have a balcony to the south. | Some rooms have a balcony to the south. | CONTRADICTED The claim says “some”, the quote “all”.
  All rooms have a balcony to the south. | Most rooms have a balcony to the south. | CONTRADICTED The claim says “most”, the quote “all”.
  All rooms have a balcony to the south. | Rooms have a balcony to the south. | PASSED
  Rooms have a balcony to the south. | All rooms have a balcony to the south. | UNPROVEN How many are meant is worded differently.
  Rooms have a balcony to the south. | Few rooms have a balcony to the south. | FAILED The claim says “few”, the quote does not.
  Rooms have a balcony to the south. | Not all rooms have a balcony to the south. | FAILED The claim says “not all”, the quote does not.
  Most rooms have a balcony to the south. | Rooms have a balcony to the south. | UNPROVEN How many are meant is worded differently.
  Few rooms have a balcony to the south. | Rooms have a balcony to the south. | FAILED The claim leaves out “few”.
  Not all rooms have a balcony to the south. | Rooms have a balcony to the south. | FAILED The claim leaves out “not all”.
  Some rooms face south. | A balcony is in all rooms of it. | CONTRADICTED The claim says “all”, the quote “some”.
  All rooms face south. | A balcony is in some rooms of it. | FAILED The claim says “some”, the quote does not.
  Rooms face south. | A balcony is in most of them. | FAILED The claim says “most”, the quote does not.
  Rooms may face south. | A balcony is in most of them. | PASSED
  The time is limited. | A limited number of lamps is there to see. | PASSED`,
  );
});

describe('scope', () => {
  eachVerdict(
    checkScope,
    `
  Shops with 1,000 orders pay less. | Shops with 1000 orders pay less. | PASSED
  If you have more than 1.000 orders, you pay less. | You pay less if you have more than 1000 orders. | PASSED
  The price falls at 1,000 orders unless you have 2,000 returns. | The price falls at 1000 orders. | FAILED The claim leaves out “unless you have 2,000 returns”.
  If the bike was damaged, the deposit is kept by the shop. | The deposit is kept by the shop. | FAILED The claim leaves out “If the bike was damaged,”.
  If you want, the deposit is kept by the shop. | The deposit is kept by the shop. | PASSED
  If the bike was damaged, the deposit is kept by the shop. | The deposit is kept by the shop if damaged. | PASSED
  Shipping is free for orders over €100 in summer. | Shipping is free in summer. | FAILED The claim leaves out “for orders over €100”.
  Shipping is free in summer. | Shipping is free in summer for members. | FAILED The quote says nothing of “for members”.
  Shipping is free in summer. | Shipping is free and quick in summer. | UNPROVEN The quote does not say “quick”.
  Shipping is free in summer. | Shipping of heavy lamps is free in summer. | FAILED The quote says nothing of “of heavy lamps”.
  Shipping is free in summer. | Currently, shipping is free in summer. | PASSED
  Parcels are delivered at home in Germany. | Parcels are delivered at home. | FAILED The claim leaves out “in Germany”.
  Parcels are delivered at home and in Germany you pay. | Parcels are delivered at home. | PASSED
  Parcels are delivered at home, even if it rains. | Parcels are delivered at home. | FAILED The claim leaves out “if it rains”.
  You can export all of the data. | Basic plan: You can export all of the data. | FAILED The quote stands under “Pro plan”, not under “Basic plan”. | Pro plan
  You can export all of the data. | Pro plan: You can export all of the data. | FAILED The quote says nothing of “Pro plan”. | Pro plan
  You can export all of the data. | For E1042, you can export all of the data. | FAILED The quote stands under “E1041”, not under “E1042”. | E1041
  You can export all of the data. | For E1042, you can export all of the data. | FAILED The quote stands under “E1043”, not under “E1042”. | E1042; E1043
  You can export all of the data. | On the basic plan you can export data. | PASSED | Pro plan
  You can export all of the data. | On the basic plan you can export data. | PASSED | Basic and Pro plan
  The lamp is lent unless it rains hard. | Ask for it: there are lamps to be had by all. | FAILED The claim leaves out “unless it rains hard”.
  The lamp is lent, if you want it. | Ask for it: there are lamps to be had by all. | PASSED
  The lamp is lent if needed. | Ask for it: there are lamps to be had by all. | PASSED
  Plan: Basic; Price: €5; Seats: 3 | Basic plan: Plan: Basic; Price: €5; Seats: 3 | PASSED
  Plan: Basic; Price: €5 | The pro plan has a price of €5, unless paid late. | FAILED The quote does not say “unless paid late”.
  Members of the club pay less above the age of 60. | Members of the club pay less. | FAILED The claim leaves out “above the age of 60”.
  Members pay less, if they ask, and get tea. | Members get tea. | PASSED
  The EU region has it and the Pro plan too. | It comes with the basic plan. | FAILED The claim is about the basic plan, the quote about the pro plan.
  Members pay less if it rains, says Bo. | Those who are in pay a smaller sum. | FAILED The claim leaves out “if it rains, says Bo”.
  Members pay less. | Members of Ghent pay less. | FAILED The quote says nothing of “of Ghent”.
  Members pay less. | In summer members pay less. | UNPROVEN The quote does not say “summer”. | Summer fees
  Members pay less. | In winter: Members pay less. | FAILED The quote stands under “Summer fees”, not under “winter”. | Summer fees
  Members pay less. | For young members: Members pay less. | FAILED The quote says nothing of “For young”. | Members of young age; Fees
  Shipping is free in summer for members of the club. | Shipping is free in summer. | FAILED The claim leaves out “for members of the club”.
  Shipping is free; returns cost 5 euros. | Shipping is free. | PASSED
  Shipping is free with the Pro plan of the shop. | Shipping is free of the shop. | FAILED The claim leaves out “with the Pro plan”.
  When you order, shipping is free in summer. | Shipping is free in summer. | FAILED The claim leaves out “When you order,”.
  Without a card, the box stays closed for you. | The box stays closed for you. | FAILED The claim leaves out “Without a card,”.
  If needed, the box stays closed for you. | The box stays closed for you. | PASSED
  The box stays closed for you. | At night the box stays closed for you. | UNPROVEN The quote does not say “night”.
  The box stays closed for you. | For the warden the box stays closed for you. | UNPROVEN The quote does not say “warden”.
  The box stays closed for you. | For BP-4: The box stays closed for you. | PASSED | BP-4
  The box stays closed for you. | For BP-4: The box stays closed for you. | FAILED The quote stands under “Boxes”, not under “BP-4”. | Boxes
  The box stays closed for you. | Boxes: The box stays closed for you. | PASSED | Boxes
  The box stays closed for you. | Note: The box stays closed for you. | PASSED | Boxes
  The box stays closed for you. | The box: The box stays closed for you. | PASSED | Lamps
  Members get it if they paid in time. | All of the people have this, too. | FAILED The claim leaves out “if they paid in time”.
  Members get it if they paid in time. | When they have paid in time, the people have this. | PASSED
  Members get it provided that they paid. | All of the people have this, too. | FAILED The claim leaves out “provided that they paid”.
  The Pro plan has it. | It comes with the basic plan. | FAILED The claim is about the basic plan, the quote about the pro plan.
  The Pro plan and the basic plan have it. | It comes with basic plans. | PASSED
  Each plan has it. | It comes with the basic plan. | PASSED`,
  );
});

describe('relation', () => {
  eachVerdict(
    checkRelation,
    `
  Alder acquired Birch. | Birch acquired Alder. | CONTRADICTED The quote has “alder acquired birch”, the claim the other way round.
  Alder acquired Birch. | Alder was acquired by Birch. | CONTRADICTED The quote has “alder acquired birch”, the claim “alder was acquired by birch”.
  Alder was acquired by Birch. | Alder acquired Birch. | CONTRADICTED The quote has “alder was acquired by birch”, the claim “alder acquired birch”.
  Alder acquired Birch. | Birch was acquired by Alder. | PASSED
  Alder and Birch sing. | Birch and Alder sing. | PASSED
  The carrier pays the merchant, the merchant pays the carrier. | The merchant pays the carrier. | PASSED
  Plan: Basic; Price: €5; Users: 10 | Plan: Basic; Users: 5 | CONTRADICTED The table has no Users: 5 for Basic.
  Plan: Basic; Price: €5; Users: 10 | For Basic, users is 5. | CONTRADICTED For Basic, the table gives Users: 10.
  Plan: Basic; Price: €5; Users: 10 | The price is €5. | FAILED The claim does not say which row of the table it is about: Basic.
  Plan: Basic; Price: €5; Users: 10 | It is red. | PASSED
  Plan: Basic; Price: €5; Users: 10 | Plan: Lite; Users: 10 | CONTRADICTED The table has no Plan: Lite.
  Plan: Basic; Price: €5; Users: 10 | Plan: basic; Users: 10. | PASSED
  Plan: Basic; Price: €5; Owner: Bo Lind | Bo Lind pays the price of €5. | PASSED
  Plan: Basic; Price: €5; Owner: Bo Lind | Lite: Bo Lind pays the price of €5. | FAILED The claim does not say which row of the table it is about: Basic.
  Feature: Export; Basic: no; Pro: yes | Export is included in Basic. | CONTRADICTED For Export, the table gives Basic: no.
  Feature: Export; Basic: no; Pro: yes | Export is included in Pro. | PASSED
  Feature: Export; Basic: no; Pro: yes | Export is not included in Basic. | PASSED
  Feature: Export; Basic: no; Pro: yes | Export is not included in Pro. | CONTRADICTED For Export, the table gives Pro: yes.
  Plan: Basic; Price: €5 // Plan: Pro; Price: €9 | Pro: Price €5. | CONTRADICTED For Pro, the table gives Price: €9.
  Plan: Basic; Price: €5 // Plan: Pro; Price: €9 | Basic costs €9. | FAILED “€9” stands in another row of the table.
  Plan: Basic; Price: €5 // Plan: Pro; Price: €9 | Basic costs €5 and Pro €9. | PASSED
  Plan: Basic; Price: €5 // Plan: Pro; Price: €9 | Plan: Basic; Price: €9 | CONTRADICTED The table has no Price: €9 for Basic.
  Plan: Basic; Price: €5 // Plan: Pro; Price: €9 | The price is €5. | FAILED The claim does not say which row of the table it is about: Basic, Pro.
  Plan: Basic; Price: €5 // Plan: Basic plus; Price: €9 | Basic plus has a price of €9. | PASSED
  Plan: Basic; Price: €5 // Plan: Basic plus; Price: €9 | Basic plus has a price of €5. | CONTRADICTED For Basic plus, the table gives Price: €9.
  Plan: Basic; Price: €5 // Plan: Basic plus; Price: €9 | Basic has a price of €9. | CONTRADICTED For Basic, the table gives Price: €5.
  Plan: Basic; Seats: 10; Users: 20 | Basic has 20 users. | PASSED
  Plan: Basic; Note: big old red lamp; Users: 20 | Basic has a note of a big old lamp. | PASSED
  Plan: Basic; Note: big old red lamp; Users: 20 | Basic has a note of a lamp. | CONTRADICTED For Basic, the table gives Note: big old red lamp.
  Plan: Basic; Chat: no; Mail: yes | Basic doesn’t have chat. | PASSED
  Plan: Basic; Chat: none; Mail: included | Basic lacks mail. | CONTRADICTED For Basic, the table gives Mail: included.
  City: Ghent; Head: Bo Lind and Ida Falk; Seats: 10 | Ida Falk heads it. | PASSED
  City: Ghent; Head: Bo Lind; Seats: 10 | Bruges: Bo Lind heads it. | FAILED The claim does not say which row of the table it is about: Ghent.
  City: Ghent; Head: Bo Lind; Seats: 10 | Ghent, Bo Lind heads it. | PASSED
  City: Ghent; Seats: 10 // City: Bruges; Seats: 12 | Ghent has 12. | FAILED “12” stands in another row of the table.
  City: Ghent; Seats: 10 // City: Bruges; Seats: 12 | Ghent and Bruges have 10 and 12 seats. | PASSED
  City: Ghent; Seats: 10 // City: Bruges; Seats: 12 | In Bruges seats: 10. | CONTRADICTED For Bruges, the table gives Seats: 12.
  City: Ghent; Seats: 10 // City: Bruges; Seats: 12 | City: Ghent; Seats: 12. | CONTRADICTED The table has no Seats: 12 for Ghent.
  City: Ghent; Seats: 10 // City: Bruges; Seats: 12 | City: Lier; Seats: 12. | CONTRADICTED The table has no City: Lier.
  Ida has taught Bo. | Bo has taught Ida. | CONTRADICTED The quote has “ida has taught bo”, the claim the other way round.
  Ida has taught Bo. | Bo has been taught by Ida. | PASSED
  Ida has been taught by Bo. | Ida has taught Bo. | CONTRADICTED The quote has “ida has been taught by bo”, the claim “ida has taught bo”.
  Plan: Basic; Orders: 12; Fee: €250 | Basic costs €250 per order. | PASSED
  Plan: Basic; Support: email and chat; Seats: 10 | Basic has support by email. | CONTRADICTED For Basic, the table gives Support: email and chat.
  Plan: Basic; Support: email and chat; Seats: 10 | Basic has support by phone. | CONTRADICTED For Basic, the table gives Support: email and chat.
  Plan: Basic; Support: email and chat; Seats: 10 | Basic has seats: 12. | CONTRADICTED For Basic, the table gives Seats: 10.
  Plan: Basic; Limit: 10 GB per seat; Seats: 10 | Basic has a limit of 10 GB. | PASSED
  Plan: Basic; Export: included; Chat: not included | Basic has no chat. | PASSED
  Plan: Basic; Export: included; Chat: not included | Basic has no export. | CONTRADICTED For Basic, the table gives Export: included.
  Plan: Basic; Export: –; Chat: ✓ | Basic has chat. | PASSED
  Plan: Basic; Export: –; Chat: ✓ | Basic has export. | CONTRADICTED For Basic, the table gives Export: –.
  City: Ghent; Head: Bo Lind, Ida Falk; Seats: 10 | For Ghent, the seats are 10. | PASSED
  City: Ghent; Head: Bo Lind, Ida Falk; Seats: 10 | For Bruges, the seats are 10. | FAILED The claim does not say which row of the table it is about: Ghent.
  The ship hit the rock. | The rock hit the ship. | CONTRADICTED The quote has “ship hit rock”, the claim the other way round.
  The ship hit a big rock. | The rock was hit by the ship. | PASSED
  The ship was hit by the rock. | The ship hit the rock. | CONTRADICTED The quote has “ship was hit by rock”, the claim “ship hit rock”.
  The ship, rock and sand. | The rock, ship and sand. | PASSED
  The ship hit, then rock fell. | The rock hit the ship. | PASSED
  The bank lends money to the shop. | The shop lends money to the bank. | CONTRADICTED The claim has “shop” and “bank” in each other’s place.
  The desk sends all parcels of the day to the depot. | The depot sends all parcels of the day to the desk. | CONTRADICTED The claim has “depot” and “desk” in each other’s place.
  The red, blue and green lamps burn. | The green, blue and red lamps burn. | PASSED
  The bank lends money to the shop. | The bank lends money to the shop! | PASSED
  The bank lends money to the shop. | The bank gives money to the shop. | PASSED`,
  );
});
