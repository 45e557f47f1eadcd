/**
 * What a recipe with localized refusals says, by ISO 639-1: the languages of the measured sets and the largest of Europe. No other text of the loop is
 * translated, and no model is called for it.
 */
const rejections: Readonly<Record<string, string>> = {
  ar: 'لا تحتوي المستندات على ما يكفي للإجابة عن هذا السؤال.',
  de: 'Die Dokumente enthalten nicht genug, um diese Frage zu beantworten.',
  el: 'Τα έγγραφα δεν περιέχουν αρκετά στοιχεία για να απαντηθεί αυτή η ερώτηση.',
  en: 'The documents do not hold enough to answer this question.',
  es: 'Los documentos no contienen lo suficiente para responder a esta pregunta.',
  fr: 'Les documents ne contiennent pas assez d’éléments pour répondre à cette question.',
  hi: 'इस प्रश्न का उत्तर देने के लिए दस्तावेज़ों में पर्याप्त जानकारी नहीं है।',
  it: 'I documenti non contengono abbastanza per rispondere a questa domanda.',
  ja: 'この質問に答えるための十分な情報が文書にありません。',
  nl: 'De documenten bevatten niet genoeg om deze vraag te beantwoorden.',
  pl: 'Dokumenty nie zawierają wystarczających informacji, aby odpowiedzieć na to pytanie.',
  pt: 'Os documentos não contêm o suficiente para responder a esta pergunta.',
  ro: 'Documentele nu conțin destule informații pentru a răspunde la această întrebare.',
  ru: 'В документах недостаточно сведений, чтобы ответить на этот вопрос.',
  sv: 'Dokumenten innehåller inte tillräckligt för att besvara den här frågan.',
  th: 'เอกสารมีข้อมูลไม่เพียงพอที่จะตอบคำถามนี้',
  tr: 'Belgeler bu soruyu yanıtlamak için yeterli bilgi içermiyor.',
  vi: 'Các tài liệu không có đủ thông tin để trả lời câu hỏi này.',
  zh: '文档中没有足够的信息来回答这个问题。',
};

/** @param language BCP 47; a language that is not known here is answered in English */
export function rejectionMessage(language: string): string {
  return rejections[language.slice(0, 2).toLowerCase()] ?? rejections['en'] ?? '';
}
