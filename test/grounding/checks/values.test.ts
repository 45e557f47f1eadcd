import { describe } from 'vitest';
import { checkDates } from '../../../src/grounding/checks/dates.ts';
import { checkNames, checkPlaces } from '../../../src/grounding/checks/names.ts';
import { checkNumbers } from '../../../src/grounding/checks/numbers.ts';
import { eachVerdict } from './eachVerdict.ts';

describe('numbers', () => {
  eachVerdict(
    checkNumbers,
    `
  The limit is 1,000 orders. | The limit is 1000 orders. | PASSED
  The limit is 1.000 orders. | The limit is 1000 orders. | PASSED
  The limit is 1 000 orders. | The limit is 1,000 orders. | PASSED
  The limit is 1.000 orders. | The limit is 1 order. | CONTRADICTED The claim says “1 order”, the quote “1.000 orders”.
  It weighs 1.000 kg. | It weighs 1000 kg. | CONTRADICTED The claim says “1000 kg”, the quote “1.000 kg”.
  It opened on 3 May 2024. | It opened on 03/05/2024. | PASSED
  It costs €5 per month. | It costs €5 per year. | CONTRADICTED The claim says “€5 per year”, the quote “€5 per month”.
  It costs €5 per month. | It costs €6 per month. | CONTRADICTED The claim says “€6 per month”, the quote “€5 per month”.
  It costs €5-10 per month. | It costs €5-10 per year. | CONTRADICTED The claim says “€5-10 per year”, the quote “€5-10 per month”.
  It costs €5 per month. | It costs €5. | FAILED The claim leaves out a part of “€5 per month”.
  It costs €5 per month. | It costs €5 monthly. | PASSED
  It costs €5 per month. | Each month it costs €5. | PASSED
  It costs €5 per person. | It costs €5 each. | PASSED
  It costs €5-10 per month. | It costs €5-10 monthly. | PASSED
  It takes 5 days. | It takes at least 6 days. | CONTRADICTED The claim says “at least 6 days”, the quote “5 days”.
  It takes 5 days. | It takes 6 weeks. | CONTRADICTED The claim says “6 weeks”, the quote “5 days”.
  It takes 5 days. | It takes 6 euros. | FAILED Not in the quote: 6 euros
  It takes 5 days, then 7 days. | It takes 5 days, then 6 days. | CONTRADICTED The claim says “6 days”, the quote “7 days”.
  It takes an hour and 45 minutes: 1 hour 45 minutes. | It takes 105 minutes. | PASSED
  It has a lamp. | It has one lamp. | PASSED
  It has a lamp. | It has 1 lamp. | FAILED Not in the quote: 1 lamp
  It has two lamps. | It has one lamp. | CONTRADICTED The claim says “one lamp”, the quote “two lamps”.
  It has five lamps. | It has five bikes. | UNPROVEN “five bikes”: the quote says “five lamps”.
  It has five lamps and 3 bikes. | It has five bikes. | FAILED “five bikes”: the quote counts five lamps.
  It has five lamps. | It has at least five bikes. | FAILED Not in the quote: at least five bikes
  The maximum is 20 MB. | Up to 20 MB may be sent. | PASSED
  The minimum is 20 MB. | At least 20 MB may be sent. | PASSED
  You can send 20 MB. | Up to 20 MB may be sent. | PASSED
  20 MB are required. | At least 20 MB are sent. | PASSED
  Up to 20 MB may be sent. | The maximum is 20 MB. | PASSED
  The minimum is 20 MB. | Up to 20 MB may be sent. | CONTRADICTED The claim says “up to 20 MB”, the quote “20 MB”.
  You can send exactly 20 MB. | Up to 20 MB may be sent. | CONTRADICTED The claim says “up to 20 MB”, the quote “20 MB”.
  Exactly 20 MB are required. | At least 20 MB are sent. | CONTRADICTED The claim says “at least 20 MB”, the quote “20 MB”.
  20 MB are there. | At least 20 MB are sent. | CONTRADICTED The claim says “at least 20 MB”, the quote “20 MB”.
  20 MB are there. | Up to 20 MB are sent. | CONTRADICTED The claim says “up to 20 MB”, the quote “20 MB”.
  Up to 20 MB may be sent. | It is 20 MB. | CONTRADICTED The claim says “20 MB”, the quote “up to 20 MB”.
  From €5 for one, up to €10 for two. | It costs €5 to €10. | PASSED
  From €5 for one. | It costs €5 to €10. | CONTRADICTED The claim says “€5 to €10”, the quote “€5”.
  Up to €10 for two. | It costs €5 to €10. | CONTRADICTED The claim says “€5 to €10”, the quote “up to €10”.
  Delivery time (days): 5 | Delivery takes 5 days. | PASSED
  Delivery time (days): 5 | Delivery takes 5 weeks. | FAILED Not in the quote: 5 weeks
  Delivery time (days): 5 | Delivery takes 6 days. | FAILED Not in the quote: 6 days
  Delivery takes 2 weeks. | Delivery time: 2. | PASSED
  Delivery takes 5 to 10 days. | Delivery time: 5. | FAILED Not in the quote: 5
  Delivery takes at least 5 days. | Delivery time: up to 5. | FAILED Not in the quote: up to 5
  It is cheap. | It costs €5. | FAILED Not in the quote: €5 | Lamps for €5
  It costs €6. | It costs €5. | CONTRADICTED The claim says “€5”, the quote “€6”. | Lamps for €5
  It costs €6. | It takes 5 days. | FAILED Not in the quote: 5 days | Sent in 5 days
  It is deleted after 14 days. | It is deleted within 14 days. | CONTRADICTED The claim says “within 14 days”, the quote “deleted after 14 days”.
  It is deleted within 14 days. | It is deleted after 14 days. | CONTRADICTED The claim says “deleted after 14 days”, the quote “within 14 days”.
  It is deleted after 14 days. | It stays for 14 days. | PASSED
  It lasts 14 days. | It ends after 14 days. | PASSED
  Reply within 14 days. | Reply before 14 days. | PASSED
  Reply within 14 days. | Reply from 14 days. | CONTRADICTED The claim says “Reply from 14 days”, the quote “within 14 days”.
  Pay in 14 days. | Pay before 14 days. | CONTRADICTED The claim says “before 14 days”, the quote “Pay in 14 days”.
  The maximum is 14 days. | It takes exactly 14 days. | CONTRADICTED The claim says “exactly 14 days”, the quote “maximum is 14 days”.
  It takes exactly 14 days. | It takes precisely 14 days. | PASSED
  It takes 14 days. | It takes exactly 14 days. | PASSED
  The longest is 14 kg. | The shortest is 14 kg. | CONTRADICTED The claim says “shortest is 14 kg”, the quote “longest is 14 kg”.
  The longest is 14 kg, the shortest 3 kg. | The longest is 14 kg. | PASSED
  The largest or smallest is 14 kg. | The smallest is 14 kg. | PASSED
  Lost when it had no scan for 7 days. | Lost after 7 days. | PASSED
  It opens at 7:30. | It opens before 7:30. | PASSED
  It weighs more after 5 kg. | It weighs more within 5 kg. | PASSED
  Ask within 14 days or after 14 days. | Ask after 14 days. | PASSED
  The lamp is on for at least 5 hours. | The lamp is on for at most 5 hours. | CONTRADICTED The claim says “at most 5 hours”, the quote “at least 5 hours”.
  You can pay up to 14 days later. | You can pay after 14 days. | CONTRADICTED The claim says “pay after 14 days”, the quote “pay up to 14 days”.
  You can pay after 14 days. | You can pay within 14 days. | CONTRADICTED The claim says “within 14 days”, the quote “pay after 14 days”.
  You can pay in the next 14 days. | You can pay after another 14 days. | CONTRADICTED The claim says “another 14 days”, the quote “the next 14 days”.
  It is paid for 5 euros. | It is paid after 5 euros. | PASSED
  It is shown for 5 days, not for 5 hours. | It is shown after 5 days. | CONTRADICTED The claim says “shown after 5 days”, the quote “shown for 5 days”.
  The biggest box weighs 5 kg. | At most 5 kg a box. | PASSED
  The lightest box weighs 5 kg. | At least 5 kg a box. | PASSED
  It is kept for no more than 5 days. | It is gone after 5 days. | CONTRADICTED The claim says “5 days”, the quote “no more than 5 days”.
  It is kept for 5 days, then it is deleted. | It is deleted after 5 days. | PASSED
  It is kept until 5 days have passed. | It is kept after 5 days. | CONTRADICTED The claim says “kept after 5 days”, the quote “kept until 5 days”.
  Order by 5 pm. | Order after 5 pm. | CONTRADICTED The claim says “Order after 5 pm”, the quote “Order by 5 pm”.
  It is 5 km by bus. | It is 5 km on foot. | PASSED
  It costs 5 euros an hour. | It costs 5 euros hourly. | PASSED
  It costs 5 euros an hour per person. | It costs 5 euros an hour. | CONTRADICTED The claim says “5 euros an hour”, the quote “5 euros an hour per person”.
  It costs 5 euros an hour per person. | It costs 5 euros an hour each. | CONTRADICTED The claim says “5 euros an hour”, the quote “5 euros an hour per person”.
  It has 10 to 20 seats. | It has at least 10 seats. | PASSED
  It has 10 to 20 seats. | It has 20 seats. | CONTRADICTED The claim says “20 seats”, the quote “10 to 20 seats”.
  It has about 100 seats. | It has 100 seats. | CONTRADICTED The claim says “100 seats”, the quote “about 100 seats”.
  It has 100 seats. | It has about 102 seats. | PASSED
  Seats: 10 | It has 10 seats. | PASSED
  Seats: 10 to 20 | It has 10 to 20 seats. | PASSED
  Price in €: 5 | It costs 5 €. | PASSED
  Weight: 5 | It weighs 5 kg. | FAILED Not in the quote: 5 kg
  Weight (kg): 5 | It weighs 5 kg. | PASSED
  Order before 5 pm. | Order from 5 pm. | CONTRADICTED The claim says “Order from 5 pm”, the quote “before 5 pm”.
  Order from 5 pm. | Order by 5 pm. | CONTRADICTED The claim says “Order by 5 pm”, the quote “Order from 5 pm”.
  It is closed until 5 pm. | It is open from 5 pm. | PASSED`,
  );
});

describe('dates', () => {
  eachVerdict(
    checkDates,
    `
  It opened on 3 May 2024. | It opened on 2024-05-03. | PASSED
  It opened on 3 May 2024. | It opened on 03/05/2024. | PASSED
  It opened on 3 May 2024. | It opened on 04/05/2024. | CONTRADICTED The claim says “04/05/2024”, the quote “3 May 2024”.
  It ran from 2024-05-01 to 2024-05-14. | It ran from 1 to 14 May 2024. | PASSED
  It is open from 1 to 14 May 2024. | It is open on 9 May 2024. | UNPROVEN “9 May 2024”: the quote says “1 to 14 May 2024”.
  It is open from 1 to 14 May 2024. | It is open on 15 May 2024. | CONTRADICTED The claim says “15 May 2024”, the quote “1 to 14 May 2024”.
  It opened on 3 May 2024. | It opened in May 2024. | PASSED
  It opened on 3 May 2024. | It opened in 2024. | PASSED
  It opened on 3 May 2024. | It opened on 3 May 2024 or so. | PASSED
  It opened on 3 May 2024. | It opened on 4 May 2024. | CONTRADICTED The claim says “4 May 2024”, the quote “3 May 2024”.
  It opened in May 2024. | It opened on 3 May 2024. | CONTRADICTED The claim says “3 May 2024”, the quote “May 2024”.
  It opened on 3 May. | On 3 May 2024 it opened. | FAILED Not in the quote: 3 May 2024
  It opened on 3 May. | On 3 May 2024 it opened. | FAILED Not in the quote: 3 May 2024 | News of 2024
  It opened on 3 May 2024. | On 3 May it opened. | PASSED
  It opened on 3 May 2024. | On 4 May it opened. | CONTRADICTED The claim says “4 May”, the quote “3 May 2024”.
  It has been open since 2019. | It has been open until 2019. | CONTRADICTED The claim says “until 2019”, the quote “since 2019”.
  It has been open since 2019. | It has been open since 2020. | CONTRADICTED The claim says “since 2020”, the quote “since 2019”.
  It has been open since 2019. | It opened in 2019. | UNPROVEN “2019”: the quote says it in another way.
  It opened in 2019. | It has been open since 2019. | UNPROVEN “since 2019”: the quote says it in another way.
  It was open from 2010 to 2019. | It was open in 2012. | CONTRADICTED The claim says “2012”, the quote “from 2010 to 2019”.
  It was open from 2010 to 2019. | It was open until 2019. | UNPROVEN “until 2019”: the quote says it in another way.
  It came in the 2019 edition. | It came in 2019. | PASSED
  It is here. | It came in 2019. | FAILED Not in the quote: 2019
  It came in 2019. | It came in 2018. | CONTRADICTED The claim says “2018”, the quote “2019”. | It left in 2018
  It came in 2019 and left in 2021. | It came in 2019. | PASSED | As of 2018
  It came in 2019 and left in 2021. | It came in 2018 and left in 2021. | CONTRADICTED The claim says “2018”, the quote “2019”.
  It came in 2019 and left in 2021. | It came in 2018. | CONTRADICTED The claim says “2018”, the quote “2019”, “2021”.
  It came on 5 May and 6 June of it. | On 7 July it came. | CONTRADICTED The claim says “7 July”, the quote “5 May”, “6 June”.
  It ran from May 2020 to June 2021. | It ran in May 2020. | CONTRADICTED The claim says “May 2020”, the quote “from May 2020 to June 2021”.
  It ran from 1 May 2020 to 3 May 2020. | It ran in May 2020. | PASSED
  It ran since 2019 and until 2021. | It ran since 2019. | PASSED
  It ran since 2019. | It ran from 2019 to 2021. | UNPROVEN “from 2019 to 2021”: the quote says it in another way.
  It ran until 2021. | It ran from 2019 to 2021. | UNPROVEN “from 2019 to 2021”: the quote says it in another way.
  It ran in 2019, then since 2020. | It ran until 2020. | CONTRADICTED The claim says “until 2020”, the quote “2019”, “since 2020”.
  It ran on 5 June 2019. | It ran on 5 June. | PASSED
  It ran on 5 June. | It ran on 5 June 2019. | FAILED Not in the quote: 5 June 2019 | 2019 and 2020
  On 5 June it ran, in 2019 it rested. | On 5 June 2019 it ran. | PASSED
  It came in 2019, said on 4 May. | It came in 2018, said on 4 May. | CONTRADICTED The claim says “2018”, the quote “2019”.
  It came in 2019. | It came in 2019, on 4 May it left. | FAILED Not in the quote: 4 May
  It ran from 3 May 2020 to 5 May 2020. | It ran in 2020. | PASSED
  It ran from 2010 to 2011. | It ran in 2010. | CONTRADICTED The claim says “2010”, the quote “from 2010 to 2011”.
  It ran until 2019. | It ran until 2020. | CONTRADICTED The claim says “until 2020”, the quote “until 2019”.
  It ran until 2019. | It ran since 2020. | CONTRADICTED The claim says “since 2020”, the quote “until 2019”.
  It ran from 2010 until 2019. | It has run since 2010. | UNPROVEN “since 2010”: the quote says it in another way.
  It ran on 3 May and on 4 May 2020. | It ran on 3 May 2020. | PASSED
  It ran in 2020 and 2021. | It ran in 2021 and 2022. | CONTRADICTED The claim says “2021”, the quote “2020”.
  In the 2020 edition and on 3 May 2021 it ran. | It ran in 2020. | PASSED
  It ran on 3 May. | It ran in May. | PASSED`,
  );
});

describe('places and days', () => {
  eachVerdict(
    checkPlaces,
    `
  It ships to the Netherlands. | Dutch customers get it. | PASSED
  It ships to the Netherlands. | Spanish customers get it. | FAILED Not in the quote: Spanish
  It ships to Poland. | Polish customers get it. | PASSED
  It ships to Spain. | Polish customers get it. | FAILED Not in the quote: Polish
  It ships to Spain. | They polish it. | PASSED
  It ships to Turkey. | Turkish customers get it. | PASSED
  A turkey is sold. | Turkish customers get it. | FAILED Not in the quote: Turkish
  It ships to them. | dutch customers get it. | FAILED Not in the quote: dutch | Netherlands
  It is open on Monday. | It is open on Tuesday. | CONTRADICTED The claim says “tuesday”, the quote “monday”.
  It is open on Mondays. | It is open on Monday. | PASSED
  It is open on weekdays. | It is open on Tuesday. | PASSED
  It is open on Monday and every day after. | It is open on Tuesday. | PASSED
  It is open Monday to Friday. | It is open on Tuesday. | PASSED
  It is open Monday through Friday. | It is open on Tuesday. | PASSED
  It is open Mon-Friday. | It is open on Tuesday. | PASSED
  It is open. | It is open on Tuesday. | FAILED Not in the quote: tuesday
  It is open. | It is open on Tuesday. | FAILED Not in the quote: tuesday | Tuesday
  It is open. | It is open on Tuesday. | FAILED Not in the quote: tuesday | Monday
  It is open on Monday. | It is open on Tuesday. | CONTRADICTED The claim says “tuesday”, the quote “monday”. | Tuesday`,
  );
});

describe('names', () => {
  eachVerdict(
    checkNames,
    `
  The Falcon lasts long in Zürich. | The Eagle lasts long in Zürich. | FAILED The claim says “eagle” where the quote says “falcon”.
  The Falcon lasts long. | It lasts long in Bern. | FAILED Not in the quote: Bern
  The Falcon lasts long. | In it, Bern is named. | FAILED Not in the quote: Bern | Bern
  The Falcons last long. | Ask for a Falcon. | PASSED
  Ask for a Falcon. | The Falcons last long. | PASSED
  Ask Anna and the falcon. | Ask Ann and the Falcons. | FAILED Not in the quote: Ann
  Ask Jean-Luc now. | You ask Luc-Jean now. | PASSED
  Ask Jean now. | You ask Jean-Luc now. | FAILED Not in the quote: Jean-Luc
  Ask me. | Well, I’m here and I am Bo. | FAILED Not in the quote: Bo
  It is here. | Go to Bern, Ghent and Bern. | FAILED Not in the quote: Bern, Ghent
  See step 3 and BP-4. | See step 4 and BP-5. | FAILED Not in the quote: step 4, BP-5
  See https://a.example now. | See https://b.example now. | FAILED Not in the quote: https://b.example
  Guests have lunch in the garden of the hotel. | Guests have dinner in the garden of the hotel. | UNPROVEN The claim says “dinner” where the quote says “lunch”.
  Guests have lunch in the garden of the hotel. | Guests buy lunch in the garden of the hotel. | PASSED
  Guests have lunch in the garden of the hotel. | Children have lunch in the garden of the hotel. | FAILED The claim says “children” where the quote says “guests”.
  Guests have lunch in the garden of the hotel. | The small children have lunch in the garden of the hotel. | FAILED The claim says “small children” where the quote says “guests”.
  Bo Lind leads the club in Ghent. | Bo Falk leads the club in Ghent. | FAILED The claim says “falk” where the quote says “lind”.
  Bo Lind leads the club in Ghent. | The manager leads the club in Ghent. | FAILED The claim says “manager” where the quote says “bo lind”.
  The manager leads the club in Ghent. | Ida leads the club in Ghent. | FAILED The claim says “ida” where the quote says “manager”. | Bo
  The club in Ghent must arrive at nine. | The club in Ghent is to leave at nine. | UNPROVEN The claim says “leave” where the quote says “arrive”.
  The lamp costs 5 euros here. | The lamp costs 7 euros here. | PASSED
  The lamp was lit on 3 May here. | The lamp was lit on 4 May here. | PASSED
  Plan: Basic; Price: €5 | pro costs €5. | FAILED Not in the quote: pro |  | Plan: Basic; Price: €5 // Plan: Pro; Price: €9
  It is red. | eagle is red. | FAILED Not in the quote: eagle |  | It is red. Ask Eagle now.
  It is red. | Eagle is red. | FAILED Not in the quote: Eagle |  | It is red. Ask Eagle now.
  It is red. | eagle is red. | PASSED |  | It is red. Ask Eagle now, an eagle.
  Guests can see the lamp in the garden. | Guests can touch the lamp in the garden. | PASSED
  Guests go to the lamp in the garden to rest. | Guests go to the lamp in the garden to sleep. | PASSED
  The fee is 5 euros for guests of the club. | The fee is 5 dollars for guests of the club. | PASSED
  Each lamp of the club is red and old. | Every bike of the club is red and old. | FAILED The claim says “bike” where the quote says “lamp”.
  The lamp is sold in Ghent by the club. | The lamp is sold in Bruges by the club. | FAILED The claim says “bruges” where the quote says “ghent”.
  The lamp is sold in Ghent by the club. | The lamp is sold there by the club. | PASSED
  The lamp is sold there by the club. | The lamp is sold in Bruges by the club. | FAILED Not in the quote: Bruges
  It is paid by the month of use. | It is paid by the week of use. | FAILED The claim says “week” where the quote says “month”.
  The lamp’s light is at Anna’s. | See Anna for the lamp. | PASSED
  See Chris for the lamp. | Is the lamp at Chri? | PASSED
  See Les for the lamp. | Is the lamp at Le? | PASSED
  I am here. | Well, I am here and I’m Ida. | FAILED Not in the quote: Ida`,
  );
});
