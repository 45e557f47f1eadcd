import type { Messages } from './messageKey.ts';

export const fr: Messages = {
  WEAK_EVIDENCE: 'Je n’ai pas trouvé assez d’éléments dans les documents pour répondre à cette question.',
  OUT_OF_SCOPE: 'Les documents traitent d’autres sujets, je ne peux donc pas répondre à cette question.',
  CONFLICTING_EVIDENCE: 'Les documents se contredisent sur ce point, et je ne peux pas savoir lequel a raison.',
  STALE_EVIDENCE: 'Je n’ai trouvé que des informations périmées à ce sujet.',
  VERIFICATION_FAILED:
    'J’avais une réponse, mais je n’ai pas pu la prouver à partir des documents\u00A0: je ne la donne donc pas.',
  BUDGET_EXHAUSTED: 'Le temps ou le budget prévu pour cette question s’est épuisé avant qu’une réponse soit trouvée.',
  MODEL_UNAVAILABLE: 'Un modèle de langage nécessaire à la réponse n’a pas pu être joint.',
  NOT_ANSWERED: 'Je n’ai trouvé dans les documents aucune réponse à «\u00A0{question}\u00A0».',
  NOT_MENTIONED: 'Le passage le plus proche, «\u00A0{nearest}\u00A0», ne mentionne pas «\u00A0{words}\u00A0».',
  OTHER_TIME: 'Ce que j’ai trouvé concerne une autre période que «\u00A0{words}\u00A0».',
  UNKNOWN_WORDS: 'Aucun document ne contient «\u00A0{words}\u00A0».',
  OFF_TOPIC: 'Les documents ne semblent pas traiter de «\u00A0{question}\u00A0».',
  NEAREST: 'Le passage le plus proche, «\u00A0{nearest}\u00A0», a un rapport, mais ne répond pas à la question.',
  NEAREST_UNSURE:
    'Le passage le plus proche est «\u00A0{nearest}\u00A0», mais il n’est pas sûr qu’il réponde à la question.',
  REPHRASE: 'Reposez la question avec des mots que vos documents pourraient employer.',
  REPHRASE_NEARBY: 'Vous pouvez par exemple poser une question sur «\u00A0{terms}\u00A0».',
  BROADEN_TIME: 'Posez la question pour une période plus longue, ou pour une autre.',
  RELAX_FILTER: 'Retirez un filtre\u00A0: seule une partie des documents a été consultée.',
  RELAX_FILTER_FIELD:
    'Essayez sans le filtre «\u00A0{filter}\u00A0»\u00A0: seule une partie des documents a été consultée.',
  READ_NEAREST: 'Lisez les passages les plus proches pour voir ce que disent les documents.',
  ASK_OWNER: 'Adressez-vous à la personne qui a rédigé le document le plus proche\u00A0: {owner}.',
  ADD_DOCUMENT: 'Si vos documents devraient répondre à cela, ajoutez-en un qui le fait.',
  RAISE_BUDGET: 'Reposez la question en accordant plus de temps ou un budget plus large.',
  SMALL_TALK: 'Bonjour\u00A0! Que souhaitez-vous savoir à partir des documents\u00A0?',
  SMALL_TALK_WHY: 'Aucune question n’a encore été posée.',
  ZERO_HITS: 'Je n’ai rien trouvé à ce sujet. Pouvez-vous le dire autrement\u00A0?',
  ZERO_HITS_WORDS: 'Je n’ai rien trouvé sur «\u00A0{words}\u00A0». Pouvez-vous le dire autrement\u00A0?',
  ZERO_HITS_WHY: 'Aucun document ne contient ces mots ni rien dont le sens soit proche.',
  AMBIGUOUS: 'La question peut désigner plusieurs choses. Laquelle\u00A0?',
  AMBIGUOUS_WHY: 'Plusieurs documents correspondent à peu près aussi bien à la question.',
  UNRESOLVED: 'Que voulez-vous dire par «\u00A0{words}\u00A0»\u00A0?',
  UNRESOLVED_WHY: 'Ni la question ni la conversation jusqu’ici ne disent de quoi il s’agit.',
};
