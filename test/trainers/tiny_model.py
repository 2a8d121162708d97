"""A random model and a tokenizer of a few kilobytes, made on the spot: enough for one real step of a real trainer on a CPU."""

from pathlib import Path

# ChatML with tools, calls and media parts, so that every conversation that an export may hold goes through a template. What an assistant says is marked as generated,
# as TRL's `--assistant_only_loss` needs it.
CHAT_TEMPLATE = (
    "{% if tools %}<|im_start|>tools\n{{ tools | tojson }}<|im_end|>\n{% endif %}"
    "{% macro said(message) %}{% if message['content'] is string %}{{ message['content'] }}"
    "{% elif message['content'] %}{% for part in message['content'] %}{{ part['text'] if part['type'] == 'text' else '<' ~ part['type'] ~ '>' }}{% endfor %}{% endif %}"
    "{% if message['tool_calls'] %}{{ message['tool_calls'] | tojson }}{% endif %}<|im_end|>\n{% endmacro %}"
    "{% for message in messages %}<|im_start|>{{ message['role'] }}\n"
    "{% if message['role'] == 'assistant' %}{% generation %}{{ said(message) }}{% endgeneration %}{% else %}{{ said(message) }}{% endif %}{% endfor %}"
    "{% if add_generation_prompt %}<|im_start|>assistant\n{% endif %}"
)
SPECIAL = ["<|pad|>", "<|endoftext|>", "<|im_start|>", "<|im_end|>"]


def tokenizer():
    """A tokenizer of single bytes: what it decodes is what it encoded, to the letter."""
    from tokenizers import Tokenizer, decoders, models, pre_tokenizers
    from transformers import PreTrainedTokenizerFast

    letters = sorted(pre_tokenizers.ByteLevel.alphabet())
    vocabulary = {token: index for index, token in enumerate(SPECIAL + letters)}
    bytes_only = Tokenizer(models.BPE(vocab=vocabulary, merges=[]))
    bytes_only.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    bytes_only.decoder = decoders.ByteLevel()
    bytes_only.add_special_tokens(SPECIAL)
    made = PreTrainedTokenizerFast(tokenizer_object=bytes_only, pad_token="<|pad|>", eos_token="<|im_end|>", bos_token="<|endoftext|>", clean_up_tokenization_spaces=False)
    made.chat_template = CHAT_TEMPLATE
    made.model_max_length = 1_000_000
    return made


def words_tokenizer(texts: list[str]):
    """A tokenizer of a few hundred tokens that is learnt from `texts`: a token has about as many letters as one of a real model, so that lengths are like theirs."""
    from tokenizers import Tokenizer, decoders, models, pre_tokenizers, trainers
    from transformers import PreTrainedTokenizerFast

    learnt = Tokenizer(models.BPE())
    learnt.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    learnt.decoder = decoders.ByteLevel()
    alphabet = pre_tokenizers.ByteLevel.alphabet()
    learnt.train_from_iterator(texts, trainers.BpeTrainer(vocab_size=len(SPECIAL) + len(alphabet) + 256, special_tokens=SPECIAL, initial_alphabet=alphabet, show_progress=False))
    made = PreTrainedTokenizerFast(tokenizer_object=learnt, pad_token="<|pad|>", eos_token="<|im_end|>", clean_up_tokenization_spaces=False)
    made.chat_template = CHAT_TEMPLATE
    made.model_max_length = 1_000_000
    return made


def save(folder: Path, kind: str = "causal", labels: int = 1, made=None) -> str:
    """
    Writes model and tokenizer (of single bytes where none is given) into `folder` and returns its path. `kind` is "causal", "sequence" (a reward head) or "token" (a head
    for each token).
    """
    import torch
    from transformers import LlamaConfig, LlamaForCausalLM, LlamaForSequenceClassification, LlamaForTokenClassification

    torch.manual_seed(0)
    made = made or tokenizer()
    config = LlamaConfig(
        vocab_size=len(made), hidden_size=16, intermediate_size=32, num_hidden_layers=2, num_attention_heads=2, num_key_value_heads=2,
        max_position_embeddings=65_536, pad_token_id=made.pad_token_id, eos_token_id=made.eos_token_id, bos_token_id=made.bos_token_id, num_labels=labels,
    )
    kinds = {"causal": LlamaForCausalLM, "sequence": LlamaForSequenceClassification, "token": LlamaForTokenClassification}
    model = kinds[kind](config)
    model.save_pretrained(folder)
    made.save_pretrained(folder)
    return str(folder)


def vision(folder: Path, made=None):
    """The path of a LLaVA of random weights in `folder`, and its processor: an image of 8 × 8 is cut into patches of 4 × 4, four tokens."""
    import torch
    from transformers import CLIPImageProcessor, CLIPVisionConfig, LlamaConfig, LlavaConfig, LlavaForConditionalGeneration, LlavaProcessor

    torch.manual_seed(0)
    made = made or tokenizer()
    made.add_special_tokens({"additional_special_tokens": ["<image>"]})
    token = made.convert_tokens_to_ids("<image>")
    size = {"height": 8, "width": 8}
    images = CLIPImageProcessor(size=size, crop_size=size, do_center_crop=False)
    processor = LlavaProcessor(images, made, patch_size=4, vision_feature_select_strategy="default", chat_template=CHAT_TEMPLATE, image_token="<image>", num_additional_image_tokens=1)
    text = LlamaConfig(
        vocab_size=len(made), hidden_size=16, intermediate_size=32, num_hidden_layers=2, num_attention_heads=2, num_key_value_heads=2, max_position_embeddings=4096,
        pad_token_id=made.pad_token_id, eos_token_id=made.eos_token_id, bos_token_id=made.bos_token_id,
    )
    eyes = CLIPVisionConfig(hidden_size=16, intermediate_size=32, num_hidden_layers=2, num_attention_heads=2, image_size=8, patch_size=4, projection_dim=16)
    config = LlavaConfig(vision_config=eyes, text_config=text, image_token_index=token, vision_feature_layer=-1, vision_feature_select_strategy="default")
    LlavaForConditionalGeneration(config).save_pretrained(folder)
    processor.save_pretrained(folder)
    return str(folder), processor
