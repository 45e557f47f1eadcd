/** Short questions as people type them, 1 to 9 words, with typos, product names and words that several languages share. */
export const english: readonly string[] = [
  // One to three words.
  'refund', 'pricing?', 'login', 'api rate limit', 'delivery time', 'reset password', 'opening hours', 'cancel plan', 'invoice pdf', 'data center', 'Stripe', 'vat id', 'customs', 'sso', 'restocking fee',
  'contact', 'Kubernetes autoscaling', 'menu allergens', 'csv import', 'audit log', 'parental leave', 'remote work?', 'dress code', 'error E2107', 'label printer', 'ORD-2291-B', 'gift card', 'tote bag colour',
  // Plain questions without a function word that a list would hold.
  'max file size csv upload', 'change billing address', 'add second admin user', 'export orders last month', 'connect shopify store', 'print return label twice', 'delete old customer data', 'minimum order value wholesale',
  'credit card declined error', 'turn on dark mode', 'merge two customer accounts', 'move domain from godaddy', 'enable google analytics tag', 'import products sku duplicates',
  // Short questions.
  'who won the world cup', 'how many seats does pro have', 'what does BP-4 cost', 'can i pay with paypal', 'is there a free trial', 'do you ship to norway', 'where is my order', 'why was i charged twice',
  'when do payouts arrive', 'what colour is the tote bag', 'how do i add a user', 'link my xero', 'does it support apple pay', 'can my mum use it', 'whats the vat rate in italy', 'who is the ceo of volta',
  'what is a sandbox', 'how long is the trial', 'are gift cards refundable', 'which plan has sso', 'what time is lunch', 'is parking free on site', 'may i bring a dog', 'who approves overtime',
  'how old is the tower', 'any discount for students', 'what happens if i die', 'can i come in late', 'who do i call at night', 'what is la carte', 'do i need a visa', 'where do i put my bike',
  'what is die casting', 'is me a valid domain', 'pay per use or per seat', 'sale on a non refundable item', 'mine is broken', 'no se error code meaning', 'los angeles office address', 'el paso warehouse hours',
  // Typos, no apostrophes, names from elsewhere.
  'hwo do i chnage my pasword', 'wher can i fnd the invoce', 'whats teh maximun file sise', 'cant log in to my acount', 'how mcuh is shiping to brasil', 'refnd for brocken printer', 'does zürich have an office',
  'café opening hours', 'who is José Álvarez', 'Müller account manager phone', 'São Paulo shipping cost', 'résumé upload limit', 'Beyoncé tickets price', 'menu del dia price', 'voilà plan price', 'siesta policy', 'kindergarten allowance',
  'data retention in der spiegel app', 'what does hasta la vista mean', 'Ikea return window', 'La Marzocco machine descaling', 'De Longhi warranty', 'Le Creuset discount', 'Das Keyboard driver', 'El Niño impact report',
  'price of a Bosch drill', 'can I return my Nintendo', 'Fiat Panda service interval', 'lufthansa miles expire when', 'Citroën lease terms', 'toyota prius battery swap', 'bonus', 'vegan menu', 'taxi receipt', 'hotel pro forma invoice',
  'is e-mail ok or fax', 'on call rota', 'pin code on till', 'per diem in rome', 'via api or app', 'con ed bill due', 'son on my plan', 'door code', 'hat size large', 'fast lane pass', 'man page for deploy', 'also need gst number',
];

/** Words that stand in several languages, product names and codes: none of them tells a language, so each stays with the default. */
export const namesAndLoanWords: readonly string[] = [
  'PayPal', 'Stripe Terminal', 'Adobe Illustrator', 'Volta S6', 'MacBook Pro', 'Android Auto', 'Lidl Plus', 'Deutsche Bank', 'Air France', 'Banco Santander', 'Alfa Romeo Giulia', 'Samsung Galaxy', 'Tesla Model 3', 'Visa Mastercard',
  'La Roche-Posay', 'Le Monde Diplomatique', 'Der Spiegel', 'Die Zeit', 'El Corte Inglés', 'Das Auto', 'La Liga', 'Il Fornaio', 'BP-9', 'E1042', 'USB-C Adapter', 'Wi-Fi Router', 'SEPA', 'GmbH', 'pasta', 'pizza margherita',
  'kindergarten', 'croissant', 'sushi', 'hotel', 'taxi', 'radio', 'formula', 'status', 'format', 'bonus', 'Brindlecart', 'Kubernetes', 'Ubuntu', 'TechnoMax Ultra', 'Vino Veritas', 'Casa Bonita', 'Hasta luego app', 'OAuth 2.0', 'iPhone SE', 'Zürich',
];

/** Questions of at least four words, or of a script that tells by itself. */
export const others: Readonly<Record<string, readonly string[]>> = {
  ar: ['كم يستغرق الشحن', 'كيف أغير كلمة المرور', 'هل يوجد تطبيق للهاتف', 'أين فاتورتي'],
  de: ['wie lange dauert die lieferung', 'kann ich mit paypal zahlen', 'wo finde ich meine rechnung', 'Was kostet der Versand nach Norwegen?', 'gibt es einen rabatt für studenten', 'passwort vergessen was nun tun', 'wer hat die weltmeisterschaft gewonnen', 'Darf mein Hund mit ins Büro?', 'wieviel urlaub habe ich noch', 'sind hunde im büro erlaubt'],
  el: ['πόσο κοστίζει η αποστολή', 'πώς αλλάζω κωδικό', 'υπάρχει δωρεάν δοκιμή', 'πού είναι το τιμολόγιό μου'],
  es: ['cuanto tarda el envio', 'puedo pagar con paypal', 'donde esta mi factura', '¿Hay descuento para estudiantes?', 'como cambio la contraseña', 'quien gano el mundial de futbol', 'necesito un visado para viajar', 'aceptan perros en la oficina', 'que plan incluye sso', 'se puede devolver un regalo'],
  fr: ['combien de temps pour la livraison', 'puis-je payer avec paypal', 'où est ma facture', 'comment changer mon mot de passe', 'qui a gagné la coupe du monde', 'est-ce que les chiens sont admis', 'y a-t-il un essai gratuit', 'quel est le prix du plan pro', 'comment annuler mon abonnement', 'quelle formule inclut le sso'],
  hi: ['डिलीवरी में कितना समय लगता है', 'क्या मैं कार्ड से भुगतान कर सकता हूँ', 'पासवर्ड कैसे बदलें', 'मेरा बिल कहाँ है'],
  it: ['quanto costa la spedizione', 'posso pagare con paypal', 'dove trovo la mia fattura', 'come cambio la password', 'chi ha vinto i mondiali di calcio', 'i cani sono ammessi in ufficio', 'quanti giorni di ferie ho', 'serve un visto per viaggiare', 'quale piano include il sso', "c'è uno sconto per studenti"],
  ja: ['送料はいくらですか', 'パスワードを変更するには', '返品できますか', '請求書はどこですか'],
  nl: ['hoe lang duurt de levering', 'kan ik met paypal betalen', 'waar vind ik mijn factuur', 'hoe wijzig ik mijn wachtwoord', 'is er korting voor studenten', 'wie won het wereldkampioenschap voetbal', 'mogen honden mee naar kantoor', 'hoeveel vakantiedagen heb ik nog', 'welk abonnement heeft sso', 'wat kost verzending naar noorwegen'],
  pl: ['ile kosztuje wysyłka do norwegii', 'czy moge zaplacic przez paypal', 'gdzie jest moja faktura', 'jak zmienić hasło do konta', 'kto wygrał mistrzostwa świata', 'czy jest zniżka dla studentów', 'ile mam dni urlopu', 'jaki plan ma logowanie sso'],
  pt: ['quanto custa o frete para portugal', 'posso pagar com paypal', 'onde está minha fatura', 'como mudo a minha senha', 'quem ganhou a copa do mundo', 'tem desconto para estudantes', 'quantos dias de férias tenho', 'qual plano inclui sso'],
  ro: ['cat costa livrarea la domiciliu', 'pot plati cu paypal', 'unde este factura mea', 'cum imi schimb parola', 'cine a câștigat campionatul mondial', 'există reducere pentru studenți', 'cate zile de concediu am', 'ce plan include sso'],
  ru: ['сколько стоит доставка', 'как сменить пароль', 'где мой счёт', 'можно ли вернуть товар'],
  sv: ['hur lång tid tar leveransen', 'kan jag betala med paypal', 'var hittar jag min faktura', 'hur byter jag lösenord', 'vem vann fotbolls vm', 'finns det rabatt för studenter', 'hur många semesterdagar har jag', 'vilken plan har sso'],
  th: ['ค่าส่งเท่าไร', 'เปลี่ยนรหัสผ่านอย่างไร', 'คืนสินค้าได้ไหม', 'ใบแจ้งหนี้อยู่ที่ไหน'],
  tr: ['kargo ne kadar sürer', 'paypal ile ödeme yapabilir miyim', 'faturamı nerede bulabilirim', 'şifremi nasıl değiştiririm', 'dünya kupasını kim kazandı', 'ogrenciler icin indirim var mi', 'kac gun iznim var', 'hangi planda sso var'],
  vi: ['phí vận chuyển bao nhiêu', 'làm sao đổi mật khẩu', 'có giảm giá cho sinh viên không', 'hóa đơn của tôi ở đâu', 'tôi có thể trả hàng không', 'gói nào có sso'],
  zh: ['运费多少钱', '怎么修改密码', '可以退货吗', '发票在哪里'],
};
