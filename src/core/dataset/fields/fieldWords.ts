import { remembered } from './remembered';

/**
 * What people call the parts of preference data, in the languages that columns are named in. A name is split at case,
 * digits and signs ("Model_Response-1" is model, response, 1), so that one list serves all spellings.
 */

/**
 * The words of a name, in lower case and in the singular: `promptText` is prompt, text; `answers` is answer. Numbers
 * and single letters are words of their own.
 */
export const wordsIn = remembered((name): readonly string[] => {
  const parts = name
    .replaceAll(/([\p{Ll}\d])(\p{Lu})/gu, '$1 $2')
    .replaceAll(/(\p{L})(\d)/gu, '$1 $2')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u);
  return parts
    .filter((part) => part !== '')
    .map((part) =>
      part.length > 3 && part.endsWith('ies')
        ? `${part.slice(0, -3)}y`
        : part.endsWith('sses')
          ? part.slice(0, -2)
          : part.length > 3 && part.endsWith('s') && !part.endsWith('ss')
            ? part.slice(0, -1)
            : part,
    );
});

/** Whether one of these words is in a set. */
export const hasWord = (words: readonly string[], of: ReadonlySet<string>): boolean =>
  words.some((word) => of.has(word));

/** The words of a text, in their order. */
export const wordList = (words: string): readonly string[] => words.split(' ');

/** The words of a text as a set. */
export const wordSet = (words: string): ReadonlySet<string> => new Set(wordList(words));

/** A text by a model or a person that answers a prompt. */
export const responseWords = wordSet(
  'response resp answer output completion generation generated gen pred reply candidate summary simplification paraphrase continuation prediction predicted solution assistant bot chatbot translation translated hypothesis hyp mt antwort réponse respuesta resposta risposta ответ 回答 答案 回复 输出 応答 返答 出力 إجابة اجابة الإجابة الاجابة جواب الجواب رد الرد پاسخ yanıt cevap jawaban odpowiedź antwoord 답변 응답 대답',
);

/** Of these, what only a model makes: answers and solutions may be the right ones. */
export const outputWords = wordSet('response output completion generation generated prediction candidate');

/** Fields that hold several responses, without being called so. */
export const listWords = wordSet('choice option item sample result text variant');

/** Objects with an entry for each model or way to answer, without being called responses. */
export const holderWords = wordSet('model system variant condition arm version candidate');

/** How models of one experiment are called: by what they were trained with, or their part in it. */
export const stageWords = wordSet(
  'base baseline sft dpo ppo grpo rlhf kto orpo simpo finetuned finetune fine tuned untuned lora qlora instruct distilled quantized pretrained teacher student',
);

/** How a text is told from the one that was made of it, or that it was made of. */
export const variantWords = wordSet(
  'before after pre post original revised refined edited improved enhanced initial draft final',
);

/** What was asked, the surest name first; of the first line that a record has a field for, that field is the prompt. */
export const promptWordsByCertainty: readonly ReadonlySet<string>[] = [
  wordSet('prompt 提示 プロンプト'),
  wordSet(
    'instruction question query request q ask frage anweisung pregunta instrucción consulta pergunta instrução requête domanda вопрос запрос 问题 指令 质问 質問 指示 سؤال السؤال پرسش soru pertanyaan pytanie vraag 질문 지시',
  ),
  wordSet('problem task brief scenario situation case user human eingabe entrada'),
  wordSet('input message email attack utterance turn post dialogue dialog conversation history source src'),
];

/** What may have been asked, where nothing is named as the prompt: a guess. */
export const guessWords = wordSet('source original topic title theme subject description text claim statement');

/** An instruction and its input are one prompt. */
export const inputWord = 'input';

/** What stands beside a prompt for whoever judges. */
export const contextWords = wordSet(
  'context document passage knowledge evidence article background retrieved chunk kontext contexto contexte 背景 上下文 文脈',
);

/** What an answer should have been. */
export const referenceWords = wordSet(
  'reference ref gt gold golden ground truth expected actual target ideal canonical referenz referencia référence 参考 مرجع',
);

/** The right one of several, or of none but itself: "correct_answer". */
export const rightWords = wordSet('correct actual true right real standard official الصحيح الصحيحة');

/** One that is not right: "wrong_answer". */
export const wrongWords = wordSet('wrong incorrect bad false worse worst rejected loser losing');

/** Who judges: what stands under these names is theirs. */
export const judgeWords = wordSet('judge judged grader evaluator reviewer rater');

/** Who judges, where it is a person. */
export const personWords = wordSet(
  'annotator rater evaluator grader reviewer expert human worker labeler labeller labelers crowdworker voter participant coder judge',
);

/** What somebody says of a response, or thought on the way to it. */
export const commentWords = wordSet(
  'critique feedback evaluation comment rationale explanation reason reasoning justification note review analysis thought thinking scratchpad monologue strength weakness why judgement judgment annotation 评语 理由',
);

/**
 * By whom a text was made: of several answers, the one that is named so was given, and the plain one is what it should
 * have been.
 */
export const generatedWords = wordSet(
  'model generated generation predicted prediction llm bot assistant system candidate my our',
);

/** What wrote a text, where another word calls it no more than that: `llm_result`, `model_text`. */
export const modelWords = wordSet('model llm ai');

/** How a text was made by a model: beside them, the one text that no name calls anything else is what was made. */
export const samplingWords = wordSet('seed temperature temp sampling decoding');

/** What a model said, where a word beside it says what it should have. */
export const predictedWords = wordSet('predicted prediction pred');

/** A response as somebody would have it. */
export const editWords = wordSet(
  'correction corrected edit edited rewrite rewritten revised revision improved improvement refined refinement',
);

/** Numbers that grade. */
export const ratingWords = wordSet(
  'rating score grade grading reward star quality helpfulness safety correctness accuracy relevance fluency coherence faithfulness completeness conciseness clarity empathy factuality groundedness usefulness consistency fidelity naturalness adherence resolution coverage alignment overall composite 评分 تقييم التقييم درجة puan nilai ocena beoordeling 평가 점수 評価 評点',
);

/** What a judgement may stand under. */
export const labelWords = wordSet(
  'label verdict preference vote rank thumb accepted acceptable correct good liked desirable upvote judgement judgment winner better best preferred pref decision approved helpful truthful pick picked sieger gewinner ganador vencedor vincitore gagnant vainqueur bewertung urteil auswahl',
);

/** Words that say of one of two responses with a 1 that it is the better one. */
export const winnerWords = wordSet('winner win won better best preferred chosen');

/** Of labels, those that say of a response with a 1 that it is as they are called. */
export const approvalWords = wordSet('accepted acceptable correct good liked desirable approved helpful truthful');

/** The way to an answer, which is judged where nothing else is. */
export const reasoningWords = wordSet('reasoning cot trace chain thinking');

/** Parts of names of what is about a text and is none: "response_id", "prompt_length". */
export const attributeWords = wordSet(
  'id uid uuid hash index idx key url uri link path dir directory folder file name type category class kind lang language version date time timestamp created updated length len count number num token score rating source dataset split tag domain topic title tone status session worker annotator evaluator reviewer author level difficulty seed temperature stdout stderr container docker',
);

/** Numbers under these names count or order things, and grade none. */
export const countingWords = wordSet(
  'id uid index idx number num count length len token date time timestamp year page row line std min max range threshold rouge bleu latency position order turn rank cost price temperature top param parameter setting config found hit match',
);

/** How numbers are called that were worked out from others: "score_diff". */
export const derivedWords = wordSet(
  'diff difference delta margin gap mean avg average median total sum normalized zscore',
);

/** With these, a source is a text and no place: "source_text". */
const sourceTexts = wordSet('text sentence paragraph segment document doc article passage dialogue content');

/** With these, what is generated is a text: "generated_title". */
const generatedTexts = wordSet('title headline caption query question description tag topic');

/** Whether a name is of something about a text: "response_model" names a model, "model_response" does not. */
export const isAttributeName = (words: readonly string[]): boolean =>
  words.some(
    (word, at) =>
      attributeWords.has(word) &&
      !(word === 'source' && words.some((other) => sourceTexts.has(other))) &&
      !(words[at - 1] === 'generated' && generatedTexts.has(word)),
  ) ||
  (words.at(-1) === 'model' && words.length > 1);

const holders = wordSet('text content value body str');

/**
 * What names the field at a path: its key, or where that says no more than that it is a text (`prompt.text`), that of
 * the object around it; and what stands before that name.
 */
export function namedAt(path: string): { readonly before: string; readonly key: string } {
  // A dot between digits is of a version ("llama-3.1_response") and leads nowhere.
  const parts = path.split(/(?<!\d)\.|\.(?!\d)/);
  const at = parts.length > 1 && holders.has(parts.at(-1)?.toLowerCase() ?? '') ? parts.length - 2 : parts.length - 1;
  return { before: parts.slice(0, at).join('.'), key: parts[at] ?? '' };
}

export const keyOf = (path: string): string => namedAt(path).key;

/** Words that call one of two the better one, with what the other is called. */
export const betterWorseWords: readonly (readonly [better: string, worse: string])[] = wordList(
  'chosen/rejected chosen/reject accepted/rejected accept/reject selected/rejected preferred/rejected preferred/dispreferred preferred/unpreferred preferred/nonpreferred preferred/other chosen/other better/worse best/worst winner/loser winning/losing win/lose po/neg pos/neg positive/negative good/bad favored/disfavored favoured/disfavoured desired/undesired desirable/undesirable right/hallucinated correct/hallucinated factual/hallucinated truthful/hallucinated correct/incorrect correct/wrong right/wrong true/false liked/disliked upvoted/downvoted w/l',
).map((pair) => {
  const [better = '', worse = ''] = pair.split('/');
  return [better, worse];
});

/** Names of models, by their beginnings. */
export const modelName =
  /(^|[^a-z])(gpt|chatgpt|llama|claude|mistral|mixtral|vicuna|alpaca|gemini|gemma|qwen|falcon|bard|palm|davinci|deepseek|chatglm|baichuan|internlm|koala|dolly|wizardlm|zephyr|tulu|starchat|oasst|ernie|phi-?\d|command-?r|o[134]-)/i;

/** What a list holds that cuts one text into pieces. */
export const pieceWords = wordSet('sentence paragraph segment claim fact token line span');

/** Languages by the codes that names of fields end with: `output_de` is the same in German. */
export const languageCodes = wordSet(
  'ar bn cs da de el en es fa fi fr he hi hu id it ja ko ms nl no pl pt ro ru sv sw ta te th tl tr uk ur vi zh',
);

/** What words behind a response's name call a part of it, or the same in another form. */
export const partWords = wordSet(
  'text content body title html markdown json raw clean cleaned normalized parsed extracted translated translation original formatted format full short long first last start end begin opening closing intro header headline abstract introduction conclusion footer part plan code sql query final value option choice letter span sentence list str string token before after english',
);

/** Lists under these names hold the turns of one conversation, whatever their form. */
export const turnWords = wordSet('conversation message turn dialog dialogue history chat round');

/** A name without what distinguishes spellings: "Response-1" and "response_1" are one. */
export const plainName = remembered((name) => name.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, ''));

/** Names of whole fields, in the plain spelling (`plainName`), by which records are read that nobody mapped. */

/** What was asked, as a text. An instruction and its input are one prompt. */
export const promptTextNames: readonly string[] = wordList(
  'instruction input question query request prompttext userprompt userinput usermessage userquery user problem',
);
/** The same as a conversation. */
export const conversationNames: readonly string[] = wordList(
  'messages conversations conversation history context dialogue dialog',
);
/**
 * Fields with the turns before the prompt: messages, or pairs of what was asked and answered (LLaMA-Factory,
 * src/llamafactory/data/converter.py).
 */
export const historyNames: readonly string[] = wordList(
  'history chat_history conversation_history dialogue_history dialog_history previous_turns previous_messages chatHistory',
);
/** What stands before a conversation, by the keys in use. */
export const systemNames: readonly string[] = ['system', 'system_prompt', 'system_message', 'systemPrompt'];

/** Names of fields that hold a response, without what tells two of them apart. */
export const responseStems: readonly string[] = wordList(
  'response answer output completion candidate reply generation summary modelresponse modeloutput modelanswer',
);
/** What tells the first, the second and the third of several apart; of letters from the middle there are but two. */
export const placeEndings: readonly (readonly [first: string, second: string, ...others: string[]])[] = [
  ['a', 'b', 'c'],
  ['1', '2', '3'],
  ['0', '1', '2'],
  ['one', 'two', 'three', 'four'],
  ['first', 'second', 'third', 'fourth'],
  ['left', 'right', 'middle'],
  ['j', 'k'],
  ['x', 'y'],
];
// In the order of places, the middle stands before the right.
const placeWords: readonly string[] = [...placeEndings.flat(), 'left', 'middle', 'right'];

/** Whether a word of a name is an index: a number, a letter or "first". */
export const isIndexWord = (word: string): boolean => /^([a-hjkxy]|\d{1,2})$/.test(word) || placeWords.includes(word);

/** Where an index stands among those of its kind: "B" is the second, however the columns are ordered. */
export const orderOfIndex = (index: string): number =>
  /\d/.test(index) ? Number(index) : index.length === 1 ? (index.codePointAt(0) ?? 0) : placeWords.lastIndexOf(index);

/** Which of several is better. */
export const betterNames =
  /^(winner|chosen|preferred|preference|better|best|label|choice|vote|selected|verdict|judge?ment|(overall|human)preference|preferencestrength)s?(response|answer|output|model|label|id)?$/;

/** The one model that wrote both (ScalerLab/JudgeBench). */
export const modelOfBothNames: readonly string[] = ['responsemodel', 'answermodel', 'outputmodel'];

/** Which model wrote a response. */
export const modelNames = /^(model|modelname|modelid|generator|(mt)?engine)$/;
/** How good a response is, as a number. */
export const ratingNames = /^(rating|score|reward|grade|stars|quality)$/;
/** Whether a response is good. */
export const verdictNames =
  /^(label|verdict|preference|vote|votes|rank|thumbs|thumbsup|accepted|acceptable|correct|iscorrect|good|isgood|helpful|ishelpful|washelpful|truthful|istruthful|liked|upvotes|judge?ment)$/;

/** The model that judged: `judge_model`, `annotator_model_name`. */
export const judgeModelNames =
  /^(model|llm|ai)?(judge|judging|grader|grading|evaluator|annotator|rater|scorer|scoring|critic|labell?er)(model|llm)(name|id)?$/;
/** Who judged, a person or a model. */
export const judgeFieldNames =
  /^((llm|ai|auto|model)?(judge|grader|evaluator|annotator|rater|scorer|labell?er)(name|id)?|(judged|graded|evaluated|annotated|rated|scored|labell?ed)by)$/;

/** Where an object in a list holds a response's text, by the keys in use; the first that is there is it. */
export const textFieldsOfResponses = [
  'text',
  'content',
  'response',
  'completion',
  'output',
  'answer',
  'body',
  'generation',
  'generated_text',
  'reply',
  'summary',
] as const;

/** Whether a word tells one of several from the others: "1", "b". */
export const isNumberOrLetter = (word: string): boolean => /^(\d{1,3}|[a-h])$/.test(word);

/** Whose values stand under a name, and who judged by a name of theirs. */

/** Words for a machine that judges whatever it is asked to. */
export const machineJudgeWords = wordSet('judge grader verifier autorater autograder');

/** Words that say that nobody looked, or that a model did. */
export const automaticWords = wordSet('auto automatic automated llm ai');

/** Words for a model that was trained to score. */
export const rewardModelWords = wordSet('reward rm prm orm');

/** Models and programs that judge, by name, in the plain spelling of one word or of words that follow each other. */
export const scoringModels = wordSet(
  'armorm armo pairrm pairpm ultrarm skywork starling prometheus autoj pandalm athene nemotron unieval geval ragas deepeval alpacaeval',
);

/** Scorers and metrics by name, spelt in the same way. */
export const scorerNames: ReadonlySet<string> = new Set([
  ...scoringModels,
  ...(
    'bert bertscore bleu sacrebleu bleurt rouge rougel chrf meteor cider comet bartscore moverscore mauve ' +
    'f1 fscore passrate perplexity ppl nll logprob logprobs loss exactmatch editdistance levenshtein cosine embedding jaccard ' +
    'flesch kincaid fleschkincaid fk fkgrade fkgl gunningfog smog colemanliau dalechall'
  ).split(' '),
]);

/** Words for people: under a name with one of them, somebody looked at what a machine said. */
export const peopleWords = wordSet(
  'human person people manual annotator rater reviewer expert worker labeler labeller crowd crowdworker user customer voter participant',
);

/** Families of models that nobody else is called. */
export const modelFamilies = wordSet(
  'gpt chatgpt instructgpt llama codellama openllama mixtral ministral pixtral codestral vicuna alpaca qwen qwq deepseek chatglm glm baichuan ' +
    'internlm wizardlm wizardcoder tulu olmo starchat starcoder oasst openassistant openchat davinci hunyuan minimax stablelm redpajama ' +
    'bloomz smollm nemotron pandalm judgelm autoj commandr',
);

/** Families that people, or much else, are called too: models where no unknown word stands beside them. */
export const commonModelFamilies = wordSet(
  'claude gemini gemma mistral bard falcon koala dolly ernie zephyr hermes grok kimi jamba dbrx granite cohere guanaco',
);

/** Families that are models only where a version, or what else a model is called, stands beside them. */
export const shortModelFamilies = wordSet('o1 o3 o4 yi phi nova titan orca aya bloom solar palm');

/** What models of a family are called apart by, who makes and serves them, and how they are asked. */
export const modelVariantWords = wordSet(
  'turbo instruct instruction chat chatbot bot opus sonnet haiku mini nano micro tiny small medium large xl xxl pro flash ultra lite base ' +
    'plus max instant preview latest beta alpha exp experimental it hf sft dpo ppo rlhf rl awq gptq gguf ggml fp mlx exl ' +
    'thinking think reasoning reasoner coder code math vision vl omni moe next scout maverick distill tuned finetuned ft lora ' +
    'api eval text cot fn weighted pair single pairwise pointwise nous ' +
    'openai anthropic google meta mistralai azure aws bedrock vertex together nvidia microsoft lmsys huggingface openrouter ' +
    'allenai nousresearch tiiuae databricks stabilityai thudm bigscience eleutherai ollama vllm weopenml gair kaist',
);

/** Who judges, a person or a model. */
export const judgeRoleWords = wordSet('evaluator critic scorer rater annotator labeler labeller reviewer assistant');

/** What only a model is called. */
export const modelOnlyWords = wordSet('model lm autoannotator rm prm orm reward');

/** What is given under a name: `claude_vote`, `judge_scores`. */
export const givenWords = wordSet(
  'label vote pref preference choice pick verdict result score rating judgment judgement',
);

/** Words between the names of several: `gpt_vs_claude`. */
export const joiningWords = wordSet('vs versus and or');

/** How the end of a run is called: beside a conversation, what a program says of it. */
export const outcomeWords = wordSet(
  'reward resolved score exit trajectory traj rollout target outcome success succeeded passed solved verdict evaluation eval chosen judge judgement judgment grade grader',
);

/** What the lists within a run are called. */
export const stepWords = wordSet('step trajectory traj rollout event observation history transcript');

/** How the text of a criterion is called, and what it counts. */
export const criterionWords = wordSet('criterion criteria requirement desc description item check rubric title key');
/** Of these, what nothing else is called. */
export const surestCriterionWords = wordSet('criterion criteria requirement rubric');
export const weightWords = wordSet('weight point importance');

/**
 * Names of what tells samples of one prompt from each other. Any other field that differs may be what each row is
 * about.
 */
export const sampleWords = wordSet(
  'id idx index uid uuid sample seed run trial attempt generation response completion output answer temperature temp top p k n num number timestamp time date created at length len token score rating reward cost latency',
);

/** What may stand beside a word for what is graded without turning what a yes says: `response_level_factuality`. */
export const plainGradeWords = wordSet('is ok pass passed human level response answer output overall');

/** What several people's judgments are called together. */
export const voteWords = wordSet('vote annotation annotator label preference judgment judgement verdict choice rater');

/** What may stand before a word that praises without turning what it says: `is_correct`, `answer_correct_0_1`. */
export const plainPraiseWords = wordSet('is was human expert answer response output completion label');
